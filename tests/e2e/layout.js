// What is wrong with the picture on the glass, in words; an empty list where nothing is.
// Looks at the topmost layer only: what lies under a sheet or the stale veil cannot be touched.
(options) => {
  const found = [];
  const say = (what, element) => found.push(`${what}: ${nameOf(element)}`);
  const stage = document.querySelector("#stage");
  const top =
    document.querySelector('[data-testid="stale"]') ??
    document.querySelector('[role="dialog"]') ??
    document.querySelector(options.part) ??
    stage;

  function nameOf(element) {
    const id = element.closest("[data-testid]")?.dataset.testid ?? "";
    const own = element.className?.baseVal ?? element.className ?? "";
    const words = (element.textContent ?? "").trim().slice(0, 40);
    return `<${element.tagName.toLowerCase()} .${own}> in ${id} "${words}"`;
  }
  const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const boxOf = (element) => element.getBoundingClientRect();
  const size = (box) => `${box.width.toFixed(1)} x ${box.height.toFixed(1)}`;
  /** What can be seen of a box that those around it may cut; parts that may scroll cut it in height
   * too. */
  function shown(element, { left, top, right, bottom, height }) {
    const seen = { left, top, right, bottom, height };
    for (let around = element; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === "visible") continue;
      const frame = boxOf(around);
      seen.left = Math.max(seen.left, frame.left);
      seen.right = Math.min(seen.right, frame.right);
      if (!mayScroll(around)) continue;
      seen.top = Math.max(seen.top, frame.top);
      seen.bottom = Math.min(seen.bottom, frame.bottom);
    }
    return seen;
  }
  /** A part that says of itself that it scrolls, downwards only. */
  const mayScroll = (element) => element.matches("[data-scrolls]");
  /** Whether a box lies, in part, beyond the edge of a part that scrolls. */
  function isScrolledAway(element, box) {
    const seen = shown(element, box);
    return seen.top > box.top + 1 || seen.bottom < box.bottom - 1;
  }
  const overlap = (a, b) => [
    Math.min(a.right, b.right) - Math.max(a.left, b.left),
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
  ];

  // Nothing scrolls, nothing is cut off.
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) say("page scrolls", page);
  for (const element of top.querySelectorAll("*")) {
    // A long note ends in dots in the list of facts: the whole of it stands in the field.
    if (element.closest("svg, [data-testid=fact-note]") || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    if (style.overflowX === "visible" && style.overflowY === "visible") continue;
    const over = [
      element.scrollWidth - element.clientWidth,
      element.scrollHeight - element.clientHeight,
    ];
    if (mayScroll(element)) over[1] = 0;
    if (over[0] > 1 || over[1] > 1) {
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      say(`${scrolls ? "scrolls" : "is clipped"} by ${over[0]} x ${over[1]}`, element);
    }
  }

  // Neighbours in a row or a grid keep apart.
  for (const parent of [top, ...top.querySelectorAll("*")]) {
    if (parent.closest("svg") || !/flex|grid|table-row/.test(getComputedStyle(parent).display)) {
      continue;
    }
    const children = [...parent.children].filter(
      (child) => isSeen(child) && getComputedStyle(child).position !== "absolute",
    );
    children.forEach((one, at) => {
      for (const other of children.slice(at + 1)) {
        const [across, down] = overlap(boxOf(one), boxOf(other));
        if (across > 1 && down > 1) say(`reaches into ${nameOf(other)}`, one);
      }
    });
  }

  // What can be touched is large enough, on the glass, not covered, and apart from the others.
  const targets = [...top.querySelectorAll("button, input, a, [role=button], [role=switch]")]
    .filter(isSeen)
    .map((element) => [element, boxOf(element)])
    .filter(([element, box]) => !isScrolledAway(element, box));
  for (const [element, box] of targets) {
    if (box.width < options.touch || box.height < options.touch) {
      say(`target of ${size(box)}`, element);
    }
    if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
      say("target off the glass", element);
      continue;
    }
    const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (!hit || !(element.contains(hit) || hit.closest("label")?.contains(element))) {
      say(`target covered by ${hit ? nameOf(hit) : "nothing that is touched"}`, element);
    }
  }
  targets.forEach(([one, box], at) => {
    for (const [other, another] of targets.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      if (one.closest("label")?.contains(other)) continue; // a field and the button inside it
      const [across, down] = overlap(box, another);
      if (across > 1 && down > 1) say(`target overlaps ${nameOf(other)}`, one);
    }
  });
  for (const seat of top.querySelectorAll(".seat, .base-spot")) {
    const box = boxOf(seat);
    if (isSeen(seat) && (box.width < options.seat || box.height < options.seat)) {
      say(`seat of ${size(box)}`, seat);
    }
  }

  // Words stay inside what they belong to and do not run into each other.
  const words = [];
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("svg") || !isSeen(parent)) continue;
    const isCutOnPurpose = parent.closest("[data-testid=fact-note], select") !== null;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || isScrolledAway(parent, box)) continue;
      words.push([parent, shown(parent, box)]);
      if (box.left < -1 || box.right > innerWidth + 1) say("words off the glass", parent);
      if (box.top < -1 || box.bottom > innerHeight + 1) say("words off the glass", parent);
      for (let around = parent; around && around !== top; around = around.parentElement) {
        if (isCutOnPurpose) break;
        if (getComputedStyle(around).display === "inline") continue;
        const frame = boxOf(around);
        // The box of a line is higher than its letters.
        const air = box.height * 0.25;
        const isOut =
          box.left < frame.left - 1 ||
          box.right > frame.right + 1 ||
          box.top < frame.top - air ||
          box.bottom > frame.bottom + air;
        if (isOut) {
          say(`words "${node.data.trim().slice(0, 40)}" leave their box`, around);
          break;
        }
      }
    }
  }
  words.forEach(([one, box], at) => {
    for (const [other, another] of words.slice(at + 1)) {
      if (one === other) continue;
      const [across, down] = overlap(box, another);
      const air = Math.min(box.height, another.height) * 0.3;
      if (across > 2 && down > air) say(`words over words of ${nameOf(other)}`, one);
    }
  });
  return found;
};
