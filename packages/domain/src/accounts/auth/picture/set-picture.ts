import { ServiceError } from '@cairn/contract/errors/errors'
import { maximumPictureSide } from '@cairn/contract/schemas/people/pictures'
import { timestampOf } from '../../../requests/context.ts'
import type { Implementation } from '../../../requests/operation.ts'
import { pictureEntity } from '../../../storage/table/entities/people/picture.ts'
import { shortHash } from '../../../storage/table/short-id.ts'
import { changePicture } from './change-picture.ts'
import { pictureIdOf } from './picture-id.ts'
import { sizeOfStillWebp } from './still-webp.ts'

/**
 * Sets the caller's picture. Member lists name it after the next request for the session, which also copies a changed name to them.
 *
 * @throws `invalid_request` unless the body is a still WebP without metadata, of at most `maximumPictureSide` pixels.
 */
export const setPicture: Implementation<'setPicture'> = async (context, access, { body: content }) => {
  const size = sizeOfStillWebp(content)
  if (!size) throw new ServiceError('invalid_request', 'The body is not a still WebP without metadata.')
  const { width, height } = size
  if (Math.min(width, height) < 1 || Math.max(width, height) > maximumPictureSide) {
    const side = maximumPictureSide
    throw new ServiceError('invalid_request', `The picture must be at most ${side} × ${side} pixels.`)
  }
  const pictureId = pictureIdOf(content)
  if (access.stored.pictureId === pictureId) return { pictureId }
  const { id: userId } = access.user
  await changePicture(context, access, pictureId, () => ({
    Put: pictureEntity.put({
      personKey: shortHash(userId),
      userId,
      pictureId,
      content,
      createdAt: timestampOf(context.now),
    }),
  }))
  return { pictureId }
}
