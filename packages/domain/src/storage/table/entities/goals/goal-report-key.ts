import { lazyEntity } from '../../lazy-entity.ts'
import { goalPartition } from './goal-row.ts'

/** An idempotency key that was used on a goal, with the content and the history entry of its report. */
export const goalReportKeyEntity = lazyEntity({
  model: { entity: 'goalReportKey', version: '1', service: 'cairn' },
  attributes: {
    organizationKey: { type: 'string', field: 'o', required: true },
    goalKey: { type: 'string', field: 'g', required: true },
    /** SHA-256 of the idempotency key, in base64url. */
    keyHash: { type: 'string', field: 'k', required: true },
    /** Hash of the content and the credential. */
    fingerprint: { type: 'string', field: 'f', required: true },
    revision: { type: 'number', field: 'r', required: true },
  },
  indexes: {
    record: {
      pk: goalPartition,
      sk: {
        field: 'sk',
        composite: ['keyHash'],
        template: 'k#${keyHash}',
        casing: 'none',
      },
    },
  },
})
