// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace mce {

/// Colours have a contrast of at least 4.5 with what is behind them, in light and in dark. Figures stay on white, which
/// their colours are made for.
inline constexpr std::string_view kStyle = R"(
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1d2127; --soft: #5b6470; --line: #d8dde3; --card: #f5f7f9;
  --accent: #0b5cad; --good: #0a6b3d; --bad: #a3261b; --open: #6b5600; }
@media (prefers-color-scheme: dark) { :root { --paper: #14181d; --ink: #e4e8ed; --soft: #a2adba; --line: #343c46;
  --card: #1d232a; --accent: #7ab8f5; --good: #63c995; --bad: #f0938a; --open: #d9bd5b; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 3.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
header, main { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.45rem; margin: 3rem 0 .8rem; padding-top: .5rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, li { max-width: 48rem; }
a { color: var(--accent); }
.subtitle { color: var(--soft); margin: .4rem 0 1.2rem; }
nav { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); }
nav ul { max-width: 70rem; margin: 0 auto; padding: .6rem 1.25rem; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; }
nav a { text-decoration: none; }
nav a:hover, nav a:focus { text-decoration: underline; }
figure { margin: 1.5rem 0; }
figure > img, figure > svg { display: block; max-width: 100%; height: auto; margin: 0 auto; }
figure > img { background: #ffffff; border-radius: 8px; padding: .5rem; border: 1px solid var(--line); }
figure > .fill { width: min(100%, 62rem); }
figure > .drawing { width: min(100%, 50rem); background: none; border: 0; }
#claims tbody th { font-weight: normal; }
figcaption, caption { color: var(--soft); font-size: .92rem; }
figcaption { margin-top: .5rem; max-width: 56rem; }
caption { caption-side: top; text-align: left; padding-bottom: .5rem; }
.wide { overflow-x: auto; margin: 1.2rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .94rem; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: right; vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); }
.left { text-align: left; }
tbody tr:hover { background: var(--card); }
details { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .6rem 1rem; margin: 1rem 0; }
summary { cursor: pointer; font-weight: 600; }
.holds { color: var(--good); font-weight: 600; } .fails { color: var(--bad); font-weight: 600; } .open { color: var(--open); font-weight: 600; }
footer { max-width: 70rem; margin: 3rem auto 0; padding: 1rem 1.25rem 2.5rem; color: var(--soft); border-top: 1px solid var(--line); }
@media print { nav { display: none; } body { font-size: 10pt; } h2 { break-after: avoid; } figure, table { break-inside: avoid; }
  details { border: 0; padding: 0; background: none; } }
)";

}  // namespace mce
