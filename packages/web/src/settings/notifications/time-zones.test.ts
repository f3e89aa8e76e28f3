import { expect, test } from 'vitest'
import { timeIn } from '../../presentation/time/format.ts'
import { createTimeZoneSearch, describeTimeZone, placeOf, timeZones } from './time-zones.ts'

const winter = new Date('2026-12-01T12:00:00Z')

test.each([
  ['Europe/Berlin', 'Berlin', 'Berlin'],
  ['America/Argentina/Buenos_Aires', 'Buenos Aires, Argentina', 'Buenos Aires, Argentina'],
  ['Europe/Vienna', 'Vienna', 'Wien'],
  ['Europe/Kiev', 'Kyiv', 'Kiew'],
  ['Asia/Saigon', 'Ho Chi Minh City', 'Ho-Chi-Minh-Stadt'],
  ['UTC', 'UTC', 'UTC'],
])('the place of %s is %s, in German %s', (zone, english, german) => {
  expect(placeOf(zone, 'en')).toBe(english)
  expect(placeOf(zone, 'de')).toBe(german)
})

test.each([
  ['Europe/Berlin', 'Central European Time – Berlin', 'UTC+1'],
  ['America/New_York', 'Eastern Time – New York', 'UTC−5'],
  ['Asia/Kathmandu', 'Nepal Time – Kathmandu', 'UTC+5:45'],
  ['America/St_Johns', 'Newfoundland Time – St Johns', 'UTC−3:30'],
  ['UTC', 'Coordinated Universal Time – UTC', 'UTC+0'],
  // Of another browser: this one does not know it.
  ['Mars/Olympus_Mons', 'Olympus Mons', ''],
])('%s is %s, %s', (id, name, offset) => {
  expect(describeTimeZone(id, winter)).toMatchObject({ id, name, offset })
})

test('the offset is that of the day', () => {
  expect(describeTimeZone('Europe/Berlin', new Date('2026-07-01T12:00:00Z')).offset).toBe('UTC+2')
})

test('has each zone once, from west to east, also those that browsers do not list', () => {
  const zones = timeZones(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Berlin', 'UTC'], winter)
  const ids = zones.map(({ id }) => id)
  expect(ids).toEqual(expect.arrayContaining(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Berlin', 'UTC']))
  expect(new Set(ids).size).toBe(ids.length)
  const offsets = zones.map(({ offsetMinutes }) => offsetMinutes)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
})

/** All zones take a second to name on a busy machine. */
const some = [
  'America/Indiana/Knox',
  'America/New_York',
  'America/Sao_Paulo',
  'UTC',
  'Mars/Olympus_Mons',
  'Europe/Vienna',
  'Europe/Zurich',
  'Europe/Berlin',
  'Europe/Kiev',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
].map((id) => describeTimeZone(id, winter))
const search = createTimeZoneSearch(some, winter)
const idsOf = (typed: string) => search(typed).map(({ id }) => id)

test.each([
  ['berlin', 'Europe/Berlin'],
  ['Wien', 'Europe/Vienna'],
  ['Vienna', 'Europe/Vienna'],
  ['zürich', 'Europe/Zurich'],
  ['Zuri', 'Europe/Zurich'],
  ['sao paulo', 'America/Sao_Paulo'],
  ['Kyiv', 'Europe/Kiev'],
  ['Kiew', 'Europe/Kiev'],
  ['germany', 'Europe/Berlin'],
  ['Deutschland', 'Europe/Berlin'],
  ['europe/ber', 'Europe/Berlin'],
  ['central european', 'Europe/Berlin'],
  ['Mitteleurop', 'Europe/Berlin'],
  ['new york', 'America/New_York'],
  ['york eastern', 'America/New_York'],
  ['UTC', 'UTC'],
  ['Koordinierte Weltzeit', 'UTC'],
  ['olympus', 'Mars/Olympus_Mons'],
  ['+1', 'Europe/Berlin'],
  ['GMT+01:00', 'Europe/Berlin'],
  ['utc +1', 'Europe/Berlin'],
  ['-5', 'America/New_York'],
  ['−5', 'America/New_York'],
  ['+5:45', 'Asia/Kathmandu'],
  ['utc+0545', 'Asia/Kathmandu'],
])('"%s" finds %s', (typed, id) => {
  expect(idsOf(typed)).toContain(id)
})

test('places come before other names, and an offset is the whole of it', () => {
  expect(idsOf('kol')).toEqual(['Asia/Kolkata'])
  // Knox, which is further west, has Nordamerikanische Zentralzeit.
  expect(idsOf('n')[0]).toBe('America/New_York')
  expect(idsOf('+1')).not.toContain('Asia/Tokyo')
  expect(idsOf('+0')).not.toContain('Mars/Olympus_Mons')
  expect(idsOf('zzz')).toEqual([])
})

test('knows the time in a zone, unless the browser does not know the zone', () => {
  const now = new Date('2026-07-01T12:00:00Z')
  expect(timeIn('Asia/Kolkata', now)).toMatch(/5:30|17:30/)
  expect(timeIn('Mars/Olympus_Mons', now)).toBeUndefined()
})
