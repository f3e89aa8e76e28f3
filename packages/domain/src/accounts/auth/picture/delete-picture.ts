import type { Implementation } from '../../../requests/operation.ts'
import { pictureEntity } from '../../../storage/table/entities/people/picture.ts'
import { shortHash } from '../../../storage/table/short-id.ts'
import { changePicture } from './change-picture.ts'

/** Deletes the caller's picture. Nobody can load it any longer, whatever member lists still say. */
export const deletePicture: Implementation<'deletePicture'> = async (context, access) => {
  if (access.stored.pictureId === undefined) return
  await changePicture(context, access, undefined, () => ({
    Delete: pictureEntity.delete({ personKey: shortHash(access.user.id) }),
  }))
}
