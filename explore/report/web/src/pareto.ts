// The Pareto front of points that are better the smaller they are.

// Rows of `rows` that no other row equals or beats in both and beats in one; by growing x.
// Of equal points all are kept.
export function paretoFront(rows: readonly number[], x: (row: number) => number, y: (row: number) => number): number[] {
  const order = rows.filter((r) => Number.isFinite(x(r)) && Number.isFinite(y(r)));
  order.sort((a, b) => x(a) - x(b) || y(a) - y(b) || a - b);
  const front: number[] = [];
  for (const row of order) {
    const last = front[front.length - 1];
    if (last === undefined || y(row) < y(last) || (y(row) === y(last) && x(row) === x(last))) front.push(row);
  }
  return front;
}
