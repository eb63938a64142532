// SPDX-License-Identifier: MIT
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useTheme } from "../app/theme";
import { numberText } from "../ui/numbers";
import { copyText, fileNameOf, pngOf, save, svgAddress, svgBlob } from "./download";
import { eliteSvg } from "./drawings";
import type { Elite } from "./elite";
import { drawingText, eliteFacts, eliteJson, eliteTallies, hasSquareDrawing, isMaze } from "./elite_facts";
import { pictureFault } from "./foreign_picture";
import { paperOf } from "./paper";
import "./elites.css";

export type { Elite } from "./elite";

/** All that is known of an elite, with its drawing. Escape closes it. */
export function EliteCard(props: {
  elite: Elite;
  pinned?: boolean;
  onPin?: () => void;
  onClose?: () => void;
}): JSX.Element {
  const { elite, pinned = false, onPin, onClose } = props;
  return (
    <article
      class="elite-card"
      aria-label={`Elite of cell ${elite.cell}, ${elite.origin}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !onClose) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2>
          Cell {numberText(elite.cell)}
          <span class="elite-origin">{elite.origin}</span>
        </h2>
        {onClose && (
          <button type="button" class="quiet close" aria-label="Close the elite" onClick={onClose}>
            ×
          </button>
        )}
      </header>
      <div class={hasSquareDrawing(elite) ? "elite-body beside" : "elite-body"}>
        <EliteDrawing elite={elite} />
        <div class="elite-data">
          <dl class="elite-facts">
            {eliteFacts(elite).map(({ title, value }, i) => (
              <div key={i}>
                <dt>{title}</dt>
                <dd>{numberText(value, 5)}</dd>
              </div>
            ))}
          </dl>
          <Tallies elite={elite} />
          <Actions elite={elite} pinned={pinned} onPin={onPin} />
          <Solution elite={elite} />
        </div>
      </div>
    </article>
  );
}

function Tallies({ elite }: { elite: Elite }) {
  const tallies = eliteTallies(elite);
  if (tallies.length === 0) return null;
  return (
    <table class="elite-tallies">
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden-text">Tallies of</span>
          </th>
          <th scope="col">Selections</th>
          <th scope="col">Survivals</th>
          <th scope="col">Rate</th>
        </tr>
      </thead>
      <tbody>
        {tallies.map(({ owner, selections, survivals, rate }) => (
          <tr key={owner}>
            <th scope="row">{owner}</th>
            <td>{numberText(selections)}</td>
            <td>{numberText(survivals)}</td>
            <td>{numberText(rate, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const faultOf = ({ svg }: Elite) => (svg ? pictureFault(svg) : null);

/**
 * The drawing in the colours of the page. It is an image, so what a worker wrote into it stays within it. What a browser
 * might draw for hours waits until somebody wants it, and an address does not: it may come from somebody else.
 */
export function EliteDrawing({ elite }: { elite: Elite }) {
  const theme = useTheme();
  const [wanted, want] = useState<string | null>(null);
  const fault = useMemo(() => faultOf(elite), [elite]);
  const held = fault !== null && wanted !== elite.svg;
  const address = useMemo(() => {
    if (held) return null;
    const svg = eliteSvg(elite, paperOf(theme));
    return svg && svgAddress(svg);
  }, [elite, theme, held]);
  if (held) {
    return (
      <div class="elite-drawing held">
        <p>The picture of the worker is not shown. {fault}</p>
        <button type="button" class="small" onClick={() => want(elite.svg ?? null)}>
          Show it anyway
        </button>
      </div>
    );
  }
  if (!address) return <p class="elite-drawing dim">There is no drawing of this elite.</p>;
  return <img class={elite.svg ? "elite-drawing foreign" : "elite-drawing"} src={address} alt={drawingText(elite)} />;
}

/** Files are on white paper, in any theme: they are for documents. */
function Actions({ elite, pinned, onPin }: { elite: Elite; pinned: boolean; onPin?: () => void }) {
  const [said, say] = useState("");
  const name = `${fileNameOf(elite.origin)}-cell${elite.cell}`;
  const svg = useMemo(() => eliteSvg(elite), [elite]);
  const isDrawn = useMemo(() => faultOf(elite) === null, [elite]);
  const attempt = async (work: () => Promise<string>) => {
    say(""); // so that the same text is spoken again
    say(await work().catch((error: Error) => `This does not work: ${error.message}.`));
  };
  const copy = async () => {
    await copyText(eliteJson(elite));
    return "Copied.";
  };
  const saveSvg = async () => {
    save(svgBlob(svg!), `${name}.svg`);
    return `Saved as ${name}.svg.`;
  };
  const savePng = async () => {
    save(await pngOf(svg!), `${name}.png`);
    return `Saved as ${name}.png.`;
  };
  return (
    <div class="elite-actions">
      {onPin && (
        <button type="button" aria-pressed={pinned} onClick={onPin}>
          {pinned ? "Pinned" : "Pin"}
        </button>
      )}
      <button type="button" onClick={() => attempt(copy)}>
        Copy JSON
      </button>
      {svg && (
        <>
          <button type="button" aria-label="Download SVG" title="Download SVG" onClick={() => attempt(saveSvg)}>
            ↓ SVG
          </button>
          {isDrawn && (
            <button type="button" aria-label="Download PNG" title="Download PNG" onClick={() => attempt(savePng)}>
              ↓ PNG
            </button>
          )}
        </>
      )}
      <span role="status" class="dim">
        {said}
      </span>
    </div>
  );
}

/** Longer lists are closed at first. */
const kShortSolution = 16;

function Solution({ elite }: { elite: Elite }) {
  const { solution } = elite;
  const maze = isMaze(elite);
  const [open, setOpen] = useState(!maze && solution.length <= kShortSolution);
  if (solution.length === 0) return null;
  return (
    <details class="elite-solution" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {numberText(solution.length)} {maze ? "tiles" : "genes"}
      </summary>
      {open && maze && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard.
        <section tabIndex={0} aria-label="Tiles, as mce maze --tiles takes them">
          <code>{solution.join(",")}</code>
        </section>
      )}
      {open && !maze && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: What scrolls has to be reached by keyboard.
        <ol tabIndex={0} aria-label="Genes">
          {solution.map((gene, i) => (
            <li key={i}>
              <span class="dim">x{i + 1}</span> {numberText(gene, 6)}
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
