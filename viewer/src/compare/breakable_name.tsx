// SPDX-License-Identifier: MIT

/** A name that may go on in another line after ":" and ",", where its parts begin. */
export function BreakableName({ text, short = false }: { text: string; short?: boolean }) {
  return (
    <span class={short ? "short" : "name"}>
      {text.split(/(?<=[:,])/).map((part, position) => (
        <>
          {position > 0 && <wbr />}
          {part}
        </>
      ))}
    </span>
  );
}
