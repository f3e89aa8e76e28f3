import type { AnyRecord } from '@cairn/domain/storage/table/entities'
import { type Corruption, changed, without } from './corruptions.ts'

const hasPicture = ({ pictureId }: AnyRecord) => pictureId !== undefined

/** Corruptions of pictures, and of what the records of their people say of them. */
export const pictureCorruptions: [invariant: string, corruption: Corruption, message: string][] = [
  ['a picture that is missing', { kind: 'picture' }, 'which is not stored'],
  [
    'a picture whose user has none',
    { kind: 'user', which: hasPicture, corrupt: without('pictureId') },
    'a picture of user',
  ],
  [
    'a picture under the key of another user',
    { kind: 'picture', corrupt: changed({ userId: 'email:eve' }) },
    'is under the key of another user',
  ],
  [
    'a picture with another content',
    { kind: 'picture', corrupt: changed({ content: Uint8Array.of(1, 2, 3) }) },
    'does not have the id of its content',
  ],
]
