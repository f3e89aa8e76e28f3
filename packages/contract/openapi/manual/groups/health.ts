import type { GroupTexts } from './group-texts.ts'

export const healthTexts: GroupTexts<'health'> = {
  operations: {
    getHealth:
      'Says that the service runs. It does not ask the database, so a monitor may call it often. It is not limited.',
  },
  fields: {
    service: ['Always `api`.'],
    'HealthStatus.status': ['Always `ok`.'],
  },
  schemas: {
    HealthStatus: 'Always the same while the service runs.',
  },
}
