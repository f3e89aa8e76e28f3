/** Time zones as people know them: by a city, a country, the name of the time, and its distance from UTC. */
import { type Language, languages } from '@cairn/contract/http/language'
import { language } from '../../language/language.ts'
import { germanPlaces, laterNames } from './places.ts'

export type TimeZone = {
  /** Its name in the IANA database: `Europe/Berlin`. */
  id: string
  /** `Central European Time – Berlin`. */
  name: string
  /** `UTC+1`, today. */
  offset: string
  offsetMinutes: number
}

/** `Buenos Aires, Argentina` for `America/Argentina/Buenos_Aires`. */
export function placeOf(zone: string, spoken: Language = language): string {
  const [first = '', ...rest] = zone.split('/')
  const parts = rest.length > 0 ? rest.reverse() : [first]
  const [city = '', ...around] = parts.map((part) => part.replaceAll('_', ' '))
  const english = laterNames[city] ?? city
  return [spoken === 'de' ? (germanPlaces[english] ?? english) : english, ...around].join(', ')
}

/** Throws a RangeError if the browser does not know the zone. */
function namePart(
  zone: string,
  spoken: string,
  timeZoneName: 'longGeneric' | 'long' | 'longOffset',
  now: Date,
): string {
  const parts = new Intl.DateTimeFormat(spoken, { timeZone: zone, timeZoneName }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** The same in summer and winter, except for UTC, whose generic name is `GMT`. */
function timeOf(zone: string, spoken: Language, now: Date): string {
  const generic = namePart(zone, spoken, 'longGeneric', now)
  return generic.startsWith('GMT') ? namePart(zone, spoken, 'long', now) : generic
}

/** Minutes east of UTC. */
function offsetOf(zone: string, now: Date): number {
  const [, sign, hours = '0', minutes = '0'] =
    /([+-])(\d+):(\d+)/.exec(namePart(zone, 'en', 'longOffset', now)) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** `UTC+5:30`. */
function offsetName(minutes: number): string {
  const size = Math.abs(minutes)
  const rest = size % 60 === 0 ? '' : `:${size % 60}`
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest}`
}

/** A zone that the browser does not know has the name of its place, and no offset. */
export function describeTimeZone(id: string, now = new Date()): TimeZone {
  try {
    const offsetMinutes = offsetOf(id, now)
    const name = `${timeOf(id, language, now)} – ${placeOf(id)}`
    return { id, name, offset: offsetName(offsetMinutes), offsetMinutes }
  } catch {
    return { id, name: placeOf(id), offset: '', offsetMinutes: 0 }
  }
}

/**
 * All time zones from west to east.
 *
 * @param more  Zones that must be among them: browsers list only one of several names of a zone.
 */
export function timeZones(more: readonly string[], now = new Date()): TimeZone[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), ...more, 'UTC'])
  return [...ids]
    .map((id) => describeTimeZone(id, now))
    .sort((a, b) => a.offsetMinutes - b.offsetMinutes || a.name.localeCompare(b.name, language))
}

/** Lower case, without accents: `sao paulo`. */
const simple = (text: string) =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(/[−–]/g, '-').toLowerCase()

/** Newer than TypeScript's declarations, and missing in old browsers. */
type WithTimeZones = { getTimeZones?: () => string[] | undefined }

/** The names of each zone's countries, in every language of the app. */
function countries(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const names = languages.map((spoken) => new Intl.DisplayNames(spoken, { type: 'region', fallback: 'none' }))
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const inWords = names.flatMap((name) => name.of(code) ?? [])
    if (inWords.length === 0) continue
    const locale = new Intl.Locale(`und-${code}`) as WithTimeZones
    for (const zone of locale.getTimeZones?.() ?? [])
      found.set(zone, [...(found.get(zone) ?? []), ...inWords])
  }
  return found
}

/** Returns the words by which a zone is found, in all languages of the app. */
function wordsOf({ id, offset }: TimeZone, countriesOfZone: readonly string[], now: Date): string {
  const names = offset === '' ? [] : languages.flatMap((spoken) => timeOf(id, spoken, now))
  const places = languages.map((spoken) => placeOf(id, spoken))
  return simple(` ${[...places, ...names, ...countriesOfZone, id.replaceAll(/[/_]/g, ' '), id].join(' ')}`)
}

/** `+1`, `UTC+1`, `GMT +01:00`. */
const offsetPattern = /^(?:utc|gmt)?\s*([+-])\s*(\d{1,2})(?::?(\d{2}))?$/

/**
 * Returns a search among zones: by city, country, name of the time, or offset. Each word is the beginning of one of theirs. Zones
 * whose place begins with what is typed come first.
 */
export function createTimeZoneSearch(zones: readonly TimeZone[], now = new Date()) {
  const byZone = countries()
  const entries = zones.map((zone) => ({ zone, words: wordsOf(zone, byZone.get(zone.id) ?? [], now) }))
  return (typed: string): TimeZone[] => {
    const asked = simple(typed).trim()
    const [, sign, hours, minutes = '0'] = offsetPattern.exec(asked) ?? []
    if (sign !== undefined) {
      const wanted = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
      return zones.filter(({ offset, offsetMinutes }) => offset !== '' && offsetMinutes === wanted)
    }
    const words = asked.split(/[\s,]+/)
    const found = entries.filter((entry) => words.every((word) => entry.words.includes(` ${word}`)))
    const isPlace = (entry: { words: string }) => entry.words.startsWith(` ${asked}`)
    return [...found.filter(isPlace), ...found.filter((entry) => !isPlace(entry))].map(({ zone }) => zone)
  }
}
