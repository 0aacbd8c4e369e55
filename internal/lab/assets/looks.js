// Looks for the canvas of plots: the colours of style.css and the patterns of patterns.svg.

/** colour reads a colour of the style sheet. */
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

const strokes = {
  out: [[-2, 2, 2, -2], [0, 8, 8, 0], [6, 10, 10, 6]],
  restart: [[0, 0, 8, 8], [0, 8, 8, 0]],
  bad: [[0, 2, 8, 2], [0, 6, 8, 6]],
  open: [[2, 0, 2, 8], [6, 0, 6, 8]],
};

/** pattern is the fill of a look. */
export function pattern(look) {
  const scale = Math.max(1, Math.round(window.devicePixelRatio || 1));
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8 * scale;
  const c = tile.getContext("2d");
  c.scale(scale, scale);
  c.fillStyle = colour(look + "-fill");
  c.fillRect(0, 0, 8, 8);
  c.strokeStyle = c.fillStyle = colour(look + "-line");
  for (const [x1, y1, x2, y2] of strokes[look] || []) {
    c.beginPath();
    c.moveTo(x1, y1);
    c.lineTo(x2, y2);
    c.stroke();
  }
  for (const [x, y] of look === "part" ? [[2, 2], [6, 6]] : []) {
    c.beginPath();
    c.arc(x, y, 1.1, 0, 7);
    c.fill();
  }
  return c.createPattern(tile, "repeat");
}

/** dash tells lines apart without colour. */
export function dash(index) {
  return [[], [7, 4], [2, 3], [10, 3, 2, 3]][index % 4];
}
