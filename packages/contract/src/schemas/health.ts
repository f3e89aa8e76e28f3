import * as z from 'zod'
import { lazy } from '../lazy.ts'

export const healthStatus = lazy(() =>
  z.strictObject({ service: z.literal('api'), status: z.literal('ok') }).meta({ id: 'HealthStatus' }),
)
