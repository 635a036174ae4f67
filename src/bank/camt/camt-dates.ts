import { parseDay, type Day } from '../../domain/values/calendar.ts';
import { FileRefused } from '../file-refused.ts';
import { elementText, find, needText, quotedText, type XmlElement } from '../xml-element.ts';

type BankDate = {
  /** The day as the bank writes it, also where it gives the moment. */
  on: Day;
  /** The moment as an ISO instant; null: the bank gives the day alone. */
  at: string | null;
};

/** An element such as `BookgDt`, which has a day (`Dt`) or a moment (`DtTm`). */
export function readDate(of: XmlElement, path: string): BankDate | null {
  const element = find(of, path);
  if (element === null) return null;
  const text = elementText(element, 'Dt') ?? needText(element, 'DtTm');
  return { on: readDay(text, element), at: momentOf(text, element) };
}

/** A date-time such as `CreDtTm`. */
export function dayIn(of: XmlElement, path: string): Day | null {
  const element = find(of, path);
  const text = element?.text.trim() ?? '';
  return element === null || text === '' ? null : readDay(text, element);
}

function readDay(text: string, { name, line }: XmlElement): Day {
  const day = parseDay(text.slice(0, 10));
  if (day === null) throw new FileRefused(line, `${quotedText(text)} in ${name} is no day.`);
  return day;
}

const TIME = /^T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\.[0-9]{1,12})?(Z|[+-][0-1][0-9]:[0-5][0-9])?$/;

/** A local time counts as Swiss. A zone after a day, without a time, says nothing. */
function momentOf(text: string, { name, line }: XmlElement): string | null {
  const time = text.slice(10);
  if (!time.startsWith('T')) return null;
  if (last.text === text) return last.at;
  const zone = TIME.exec(time)?.[2];
  const milliseconds = zone === undefined ? swissTime(text) : Date.parse(text);
  if (!TIME.test(time) || Number.isNaN(milliseconds)) {
    throw new FileRefused(line, `${quotedText(text)} in ${name} is no moment.`);
  }
  last = { text, at: new Date(milliseconds).toISOString() };
  return last.at;
}

/** Entries that follow each other often have the same. */
let last = { text: '', at: '' };

function swissTime(text: string): number {
  try {
    const isMidnight = /^T24:00:00(\.0+)?$/.test(text.slice(10));
    const local = Temporal.PlainDateTime.from(isMidnight ? text.slice(0, 10) : text).add({ days: isMidnight ? 1 : 0 });
    return local.toZonedDateTime('Europe/Zurich').epochMilliseconds;
  } catch {
    return Number.NaN;
  }
}
