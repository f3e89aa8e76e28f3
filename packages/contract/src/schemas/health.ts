import * as z from 'zod'

export const healthStatus = z
  .strictObject({ service: z.literal('api'), status: z.literal('ok') })
  .meta({ id: 'HealthStatus' })
