import { cpuPerRequest } from './cpu/cpu-per-request.ts'
import { departures } from './departures/departures.ts'
import { eventsPerSecond } from './events/events-per-second.ts'
import { flood } from './flood/flood.ts'
import { overHttp } from './http/both-engines.ts'
import { importTime } from './imports/import-time.ts'
import { loginTiming } from './login-timing/login-timing.ts'
import { pageTimes } from './pages/page-times.ts'
import type { Part } from './part.ts'
import { scrolling } from './scrolling/scrolling.ts'
import { soak } from './soak/soak.ts'
import { startTime } from './start/start-time.ts'
import { units } from './units/units.ts'

/** All parts, in the order of a run. `npm run bench:<name>` runs one. */
export const parts = {
  http: overHttp,
  imports: importTime,
  start: startTime,
  pages: pageTimes,
  scrolling,
  cpu: cpuPerRequest,
  units,
  events: eventsPerSecond,
  'login-timing': loginTiming,
  flood,
  departures,
  soak,
} satisfies Record<string, Part>

export type PartName = keyof typeof parts
