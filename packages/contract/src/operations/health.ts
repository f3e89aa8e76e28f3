import { defineOperation } from '../operation.ts'
import { healthStatus } from '../schemas/health.ts'

export const healthOperations = {
  getHealth: defineOperation({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    group: 'health',
    summary: 'Check that the service is running',
    credential: 'none',
    cacheControl: 'no-cache',
    success: { status: 200, description: 'The service is running.', body: healthStatus },
    errors: [],
  }),
}
