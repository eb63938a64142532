// SPDX-License-Identifier: MIT
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface Tab<T extends string> {
  value: T;
  text: string;
}

/** A row of tabs, and the panel of the chosen one. Arrow keys move from tab to tab. */
export function Tabs<T extends string>(props: {
  label: string;
  tabs: readonly Tab<T>[];
  value: T;
  onChange: (value: T) => void;
  children: ComponentChildren;
}) {
  const { label, tabs, value, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((each) => each.value === value);
    const last = tabs.length - 1;
    const target = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (target === undefined) return;
    event.preventDefault();
    onChange(tabs[target]!.value);
    (list.current?.children[target] as HTMLElement | undefined)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((each) => (
          <button
            key={each.value}
            type="button"
            role="tab"
            id={`${id}-${each.value}`}
            aria-selected={each.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={each.value === value ? 0 : -1}
            onClick={() => onChange(each.value)}
          >
            {each.text}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  );
}
