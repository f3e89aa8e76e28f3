import { CustomAttributeType, type EntityItem } from 'electrodb'
import { lazyEntity } from '../../lazy-entity.ts'

/** The picture of a user. The user's record has its id. Apart from that record, which every request of a session reads. */
export const pictureEntity = lazyEntity({
  model: { entity: 'picture', version: '1', service: 'cairn' },
  attributes: {
    /** `shortHash` of the user's id. */
    personKey: { type: 'string', required: true },
    userId: { type: 'string', required: true },
    /** Follows from the content (`pictureIdOf`). */
    pictureId: { type: 'string', required: true },
    /** A WebP of at most 32 KiB. */
    content: { type: CustomAttributeType<Uint8Array>('any'), required: true },
    createdAt: { type: 'string', required: true },
  },
  indexes: {
    record: {
      pk: { field: 'pk', composite: ['personKey'], template: 'o#${personKey}', casing: 'none' },
      sk: { field: 'sk', composite: [], template: 'p', casing: 'none' },
    },
  },
})

export type PictureRecord = EntityItem<typeof pictureEntity>
