import { expect, test } from 'vitest'
import { placeOf, timeIn, timeZoneGroups } from './time-zones.ts'

test('names a time zone by its place', () => {
  expect(placeOf('Europe/Berlin')).toBe('Berlin')
  expect(placeOf('America/Argentina/Buenos_Aires')).toBe('Argentina, Buenos Aires')
  expect(placeOf('UTC')).toBe('UTC')
})

test('has each zone once, also those that browsers do not list', () => {
  const groups = timeZoneGroups(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Berlin', 'UTC'])
  const zones = groups.flatMap((group) => group.zones.map(({ zone }) => zone))
  expect(zones).toEqual(expect.arrayContaining(['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Berlin', 'UTC']))
  expect(new Set(zones).size).toBe(zones.length)
  expect(groups.map(({ region }) => region)).toEqual(expect.arrayContaining(['Africa', 'Europe', 'Other']))
})

test('knows the time in a zone, unless the browser does not know the zone', () => {
  const now = new Date('2026-07-01T12:00:00Z')
  expect(timeIn('Asia/Kolkata', now)).toMatch(/5:30|17:30/)
  expect(timeIn('Mars/Olympus_Mons', now)).toBeUndefined()
})
