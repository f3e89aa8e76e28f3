import { defineOperation } from '../operation.ts'
import { healthStatus } from '../schemas/health.ts'

export const healthOperations = {
  getHealth: defineOperation({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    group: 'health',
    summary: 'Say that the service answers',
    credential: 'none',
    cacheControl: 'no-cache',
    success: { status: 200, description: 'The service answers.', body: healthStatus },
    errors: [],
  }),
}
