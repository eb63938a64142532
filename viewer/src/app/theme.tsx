// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";

export type Theme = "light" | "dark";

const wish = window.matchMedia("(prefers-color-scheme: dark)");

/** Under which name the choice of a person is remembered. */
const kStored = "mce-theme";

/** Without storage, as in some pages from a file, the choice holds as long as the page is open. */
export function restoreTheme(): void {
  try {
    const stored = localStorage.getItem(kStored);
    if (stored === "light" || stored === "dark") document.documentElement.dataset.theme = stored;
  } catch {
    return;
  }
}

function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(kStored, theme);
  } catch {
    return;
  }
}

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return wish.matches ? "dark" : "light";
}

/** The colours in use; charts and maps are drawn anew when they change. */
export function useTheme(): Theme {
  const [theme, set] = useState(currentTheme);
  useEffect(() => {
    const update = () => set(currentTheme());
    const observer = new MutationObserver(update);
    observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    wish.addEventListener("change", update);
    return () => {
      observer.disconnect();
      wish.removeEventListener("change", update);
    };
  }, []);
  return theme;
}

export function ThemeButton() {
  const theme = useTheme();
  const other = theme === "dark" ? "light" : "dark";
  return (
    <button type="button" class="quiet" title={`${other} colours`} onClick={() => chooseTheme(other)}>
      {other === "dark" ? "Dark" : "Light"}
    </button>
  );
}
