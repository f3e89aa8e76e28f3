import { Avatar, type AvatarSize } from '../../accounts/picture/avatar.tsx'
import { usePeople } from '../data/people.ts'

type PersonAvatarProps = { userId: string | null; size?: AvatarSize; className?: string }

/** The picture or initials of a member, beside the name. */
export function PersonAvatar({ userId, size = 'small', className }: PersonAvatarProps) {
  const { personOf } = usePeople()
  return <Avatar person={personOf(userId)} size={size} className={className} />
}
