import * as z from 'zod'
import { lazy } from '../registry/lazy.ts'
import { defineOperation } from '../registry/operation.ts'

export const healthOperations = {
  getHealth: defineOperation({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    group: 'health',
    summary: 'Check that the service is running',
    credential: 'none',
    cacheControl: 'no-cache',
    success: {
      status: 200,
      description: 'The service is running.',
      body: lazy(() =>
        z.strictObject({ service: z.literal('api'), status: z.literal('ok') }).meta({ id: 'HealthStatus' }),
      ),
    },
    errors: [],
  }),
}
