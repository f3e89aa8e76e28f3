import { ServiceError } from '@cairn/contract/errors/errors'
import type { Implementation } from '../../requests/operation.ts'
import { keyOf } from '../../storage/database/keys.ts'
import { readRecord } from '../../storage/database/read-record.ts'
import { pictureEntity } from '../../storage/table/entities/people/picture.ts'
import { shortHash } from '../../storage/table/short-id.ts'
import { createMembershipReader } from '../context/membership-reader.ts'

/**
 * Returns the picture of a member of an organization that the caller belongs to. The organization is in the address, not in the
 * access: an image of a page cannot send `Organization-Id`.
 *
 * @throws `picture_not_found`, the same for whatever does not exist or is not the caller's to see.
 */
export const getMemberPicture: Implementation<'getMemberPicture'> = async (
  { database },
  access,
  { params },
) => {
  const { organizationId, userId, pictureId } = params
  const readMembership = createMembershipReader(database)
  const [own, member, picture] = await Promise.all([
    readMembership({ userKey: access.stored.userKey, organizationId }),
    readMembership({ userKey: keyOf(userId), organizationId }),
    readRecord(database, pictureEntity, { personKey: shortHash(userId) }),
  ])
  if (own && member && picture?.pictureId === pictureId) return picture.content
  throw new ServiceError('picture_not_found', 'There is no such picture.')
}
