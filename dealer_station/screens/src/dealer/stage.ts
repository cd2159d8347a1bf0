// The dealer screen is laid out once, for 1280 x 800. On other glass the whole stage is scaled, so
// that nothing ever scrolls, wraps or moves under the dealer's finger.

const WIDTH = 1280;
const HEIGHT = 800;

export function fitStage(stage: HTMLElement): void {
  const refit = (): void => {
    const scale = Math.min(innerWidth / WIDTH, innerHeight / HEIGHT);
    const left = Math.max(0, (innerWidth - WIDTH * scale) / 2);
    const top = Math.max(0, (innerHeight - HEIGHT * scale) / 2);
    stage.style.transform =
      scale === 1 && left === 0 && top === 0
        ? "none"
        : `translate(${left}px, ${top}px) scale(${scale})`;
  };
  addEventListener("resize", refit);
  refit();
}
