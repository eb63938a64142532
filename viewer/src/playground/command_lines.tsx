// SPDX-License-Identifier: MIT
import { useState } from "preact/hooks";
import { copyText } from "../elites/download";

/** The same runs for a terminal. */
export function CommandLines({ commands }: { commands: string[] }) {
  const [said, say] = useState("");
  const copy = async (text: string) => {
    say("");
    say(
      await copyText(text).then(
        () => "Copied.",
        () => "The browser does not let the page copy.",
      ),
    );
  };
  return (
    <details class="commands">
      <summary>The same runs in a terminal</summary>
      <p class="dim">They end with the same signatures, to the bit.</p>
      {commands.map((each, i) => (
        <div key={i} class="command">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard. */}
          <section class="scroll" tabIndex={0} aria-label={`Command of selector ${i + 1}`}>
            <code>{each}</code>
          </section>
          <button
            type="button"
            class="small"
            aria-label={`Copy the command of selector ${i + 1}`}
            onClick={() => copy(each)}
          >
            Copy
          </button>
        </div>
      ))}
      <span role="status" class="dim">
        {said}
      </span>
    </details>
  );
}
