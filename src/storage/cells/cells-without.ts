/** The cells that have not taken the last change of a thing, by its name in `shared_changes`. */
export const cellsWithout = (what: string, id: string): string =>
  `array(select n.cell from cell_news n where n.what = ${what} and n.id = ${id} order by n.cell)`;
