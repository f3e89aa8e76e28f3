import { backgroundRate } from './background/background-rate.ts'
import { cpuPerRequest } from './cpu/cpu-per-request.ts'
import { fleet } from './fleet/fleet.ts'
import { overHttp } from './http/over-http.ts'
import { importTime } from './imports/import-time.ts'
import { pageTimes } from './pages/page-times.ts'
import type { Part } from './part.ts'
import { startTime } from './start/start-time.ts'
import { units } from './units/units.ts'

/** All parts, in the order of a run. `npm run bench:<name>` runs one. */
export const parts = {
  http: overHttp,
  imports: importTime,
  start: startTime,
  pages: pageTimes,
  cpu: cpuPerRequest,
  units,
  background: backgroundRate,
  fleet,
} satisfies Record<string, Part>

export type PartName = keyof typeof parts
