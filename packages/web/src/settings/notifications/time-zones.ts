import { formatTimeIn } from '../../time/format.ts'
import { texts } from './texts.ts'

/** The time zone of the browser. */
export const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

export type TimeZoneGroup = { region: string; zones: { zone: string; name: string }[] }

/** `Argentina, Buenos Aires` for `America/Argentina/Buenos_Aires`. */
export function placeOf(zone: string): string {
  const [first = '', ...rest] = zone.replaceAll('_', ' ').split('/')
  return rest.length > 0 ? rest.join(', ') : first
}

/**
 * All time zones by region.
 *
 * @param more  Zones that must be among them: browsers list only one of several names of a zone.
 */
export function timeZoneGroups(more: readonly string[]): TimeZoneGroup[] {
  const all = new Set([...Intl.supportedValuesOf('timeZone'), ...more, 'UTC'])
  const groups = new Map<string, TimeZoneGroup>()
  for (const zone of [...all].sort()) {
    const region = zone.includes('/') ? (zone.split('/')[0] ?? '') : texts.otherRegion
    const group = groups.get(region) ?? { region, zones: [] }
    groups.set(region, group)
    group.zones.push({ zone, name: placeOf(zone) })
  }
  return [...groups.values()]
}

/** The time of day in a zone. Undefined if the browser does not know the zone. */
export function timeIn(zone: string, now = new Date()): string | undefined {
  try {
    return formatTimeIn(zone, now.getTime())
  } catch {
    return undefined
  }
}
