import { Entity } from 'electrodb'

export const organizationEntity = new Entity({
  model: { entity: 'organization', version: '1', service: 'cairn' },
  attributes: {
    organizationId: { type: 'string', required: true },
    name: { type: 'string', required: true },
    createdAt: { type: 'string', required: true },
    createdByUserId: { type: 'string', required: true },
    updatedAt: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['organizationId'] },
      sk: { field: 'sk', composite: [] },
    },
  },
})
