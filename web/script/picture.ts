// A picture of a result, to share: the board as it was at the beginning, without the answer.

import { bordersOf } from "./board";
import { placeOf, type Board } from "./model";

const [width, height, edge] = [1200, 630, 60];

// pictureOf draws a board beside some lines of text, of which the first is the largest.
export function pictureOf({ n, regions, given }: Board, lines: string[]): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = "#faf5ec";
  pen.fillRect(0, 0, width, height);
  pen.save();
  pen.translate(edge, edge);
  pen.scale((height - 2 * edge) / n, (height - 2 * edge) / n);
  for (let row = 0; row < n; row++) {
    for (let col = 0; col < n; col++) {
      pen.fillStyle = regions ? COLOURS[regions[row][col] % COLOURS.length] : (row + col) % 2 ? "#f2e2c4" : "#c79f72";
      pen.fillRect(col, row, 1, 1);
    }
  }
  Object.assign(pen, { lineWidth: 0.07, lineCap: "square", strokeStyle: "#231a14", fillStyle: "#231a14", textAlign: "center", font: "0.8px sans-serif" });
  pen.stroke(new Path2D(bordersOf(n, regions)));
  for (const [row, col] of given.map(placeOf)) pen.fillText("♛", col + 0.5, row + 0.78);
  pen.restore();
  pen.fillStyle = "#2b2019";
  const [left, most] = [height + 20, width - height - 20 - edge];
  lines.forEach((line, i) => {
    pen.font = `${i === 0 ? "bold 64px" : "36px"} Georgia, serif`;
    pen.fillText(line, left, 200 + i * 80, most);
  });
  return new Promise((done) => canvas.toBlob(done));
}
