import type { Client } from 'pg';
import { foldings } from '../../src/domain/values/folding.ts';
import { searchWords } from '../../src/domain/values/search-words.ts';

export const FIRST = ['Lea', 'Noah', 'Mia', 'Luca', 'Anna', 'Jürg', 'Reto', 'Élodie', 'Marco', 'Ursula'];
export const LAST = ['Müller', 'Meier', 'Keller', 'Rossi', 'Favre', 'Huber', 'Schmid', 'Brunner', 'Käser', 'Bianchi'];
const STREETS = ['Seestrasse', 'Bahnhofstrasse', 'Rue du Lac', 'Dorfstrasse', 'Via Nassa', 'Hauptstrasse', 'Im Grund'];
/** No later deposit has it: the same number of matches at every size. */
export const RARE = 'Zwyssig';
/** One deposit in 500: its matches grow with the organization. */
export const SELDOM = 'Abderhalden';

/** Last names by number: most have two parts; then the rare one and the less rare one. */
const lastNames = LAST.flatMap((one) => LAST.map((other) => (one === other ? one : `${one}-${other}`)));
export const RARE_NUMBER = lastNames.length;
export const SELDOM_NUMBER = lastNames.length + 1;

/** The names with their search words, for the fill statements. */
export async function storeNames(client: Client): Promise<void> {
  const lists = { first_names: FIRST, last_names: [...lastNames, RARE, SELDOM], streets: STREETS };
  for (const [table, names] of Object.entries(lists)) {
    await client.query(`create table bench.${table} (number integer primary key, name text, key text, words text[])`);
    await client.query(
      `insert into bench.${table}
       select t.number, t.name, t.key, array(select json_array_elements_text(t.words))
       from json_to_recordset($1) as t (number integer, name text, key text, words json)`,
      [
        JSON.stringify(
          names.map((name, number) => ({ number, name, key: foldings(name)[0], words: searchWords([name]) })),
        ),
      ],
    );
  }
}
