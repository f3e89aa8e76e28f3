import * as z from 'zod'
import { once } from '../once.ts'

export const healthStatus = once(() =>
  z.strictObject({ service: z.literal('api'), status: z.literal('ok') }).meta({ id: 'HealthStatus' }),
)
