// Line icons on a 24 grid, drawn by us. Decorative: the word beside them carries the meaning.
const PATHS = {
  check: "M4 12.5l5.5 5.5L20 6.5",
  cross: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  right: "M5 12h14M13 6l6 6-6 6",
  left: "M19 12H5M11 6l-6 6 6 6",
  equal: "M5 9h14M5 15h14",
  warning: "M12 3.5L22 20.5H2L12 3.5zM12 10v5M12 17.6v.4",
  hand: "M7.5 12.5V6.2a1.6 1.6 0 013.2 0V11m0-1V4.4a1.6 1.6 0 013.2 0V11m0-4.2a1.6 1.6 0 013.2 0V13.5c0 4.5-2.2 7-5.6 7-3 0-4.4-1.4-6.2-4.6l-1.9-3.4a1.5 1.5 0 012.5-1.6l1.6 2.2",
  person: "M12 11.5a4 4 0 100-8 4 4 0 000 8zM4 20.5c.8-4 4-6 8-6s7.2 2 8 6",
  lock: "M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 017 0V11",
  eye: "M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 100-6 3 3 0 000 6z",
  link: "M5 12.5a10 10 0 0114 0M8 15.8a5.6 5.6 0 018 0M12 19.2v.1M2 9a14.2 14.2 0 0120 0",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  clock: "M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5.2l3.4 2",
  repeat: "M4 11a8 8 0 0114-4.6L20 8M20 4v4h-4M20 13a8 8 0 01-14 4.6L4 16M4 20v-4h4",
  erase: "M9 6L3 12l6 6h12V6H9zM12.5 9.5l5 5M17.5 9.5l-5 5",
  shift: "M12 4l8 8h-4.5v7h-7v-7H4l8-8z",
  hourglass: "M7 3h10M7 21h10M8 3c0 5 8 6.5 8 9s-8 4-8 9M16 3c0 5-8 6.5-8 9s8 4 8 9",
  device: "M4 7h13l3 4v7H4zM8 7V4h8v3M8 13h7",
  stop: "M8 3h8l5 5v8l-5 5H8l-5-5V8zM8.5 12h7",
  deck: "M8 4h11v14H8zM8 7H5v14h11v-3",
  out: "M10 4H5v16h5M9 12h11M16 7.5l4.5 4.5-4.5 4.5",
  tables: "M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z",
  inbox: "M4 13l3-8h10l3 8v6H4zM4 13h5l1.5 2.5h3L15 13h5",
  search: "M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.5 15.5L21 21",
  meter: "M3 6h18v12H3zM8 6v12M13 6v12M18 9.5v5",
  bell: "M6 16V11a6 6 0 0112 0v5l2 2.5H4L6 16zM10 21h4",
  ledger: "M6 3h12v18H6zM9 8h6M9 12h6M9 16h3",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
