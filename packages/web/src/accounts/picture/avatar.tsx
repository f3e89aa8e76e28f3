import { requestPath } from '@cairn/contract/http/wire'
import { operations } from '@cairn/contract/registry/registry'
import { UserRound } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { cn } from '../../ui/cn.ts'
import { useSession } from '../session/session.ts'
import { avatarHueOf } from './avatar-hue.ts'
import { initialsOf } from './initials.ts'

export type Pictured = { userId: string; displayName: string; pictureId?: string | undefined }

/** The size never depends on the picture: nothing moves when it arrives. */
const sizes = {
  small: 'size-5 text-[0.6875rem]',
  medium: 'size-9 text-[0.8125rem]',
  large: 'size-24 text-3xl',
}

export type AvatarSize = keyof typeof sizes

type AvatarProps = {
  /** Undefined: not known, or no longer a member. */
  person: Pictured | undefined
  size?: AvatarSize
  className?: string | undefined
}

/** The picture of a person, or initials in a color. Decorative: the name is beside it. */
export function Avatar({ person, size = 'small', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={cn('avatar', sizes[size], person ? 'avatar-colored' : 'bg-sunken text-ink-faint', className)}
      style={person && ({ '--hue': avatarHueOf(person.userId) } as CSSProperties)}
    >
      {person ? (
        <Face key={person.pictureId} person={person} size={size} />
      ) : (
        <UserRound className="size-2/3" />
      )}
    </span>
  )
}

/** Shows initials until the picture is there, and for ever if it does not come: offline, or because it was deleted meanwhile. */
function Face({ person, size }: { person: Pictured; size: AvatarSize }) {
  const { activeOrganizationId: organizationId } = useSession()
  const [state, setState] = useState<'loading' | 'there' | 'failed'>('loading')
  const { userId, displayName, pictureId } = person
  return (
    <>
      {state !== 'there' && initialsOf(displayName, size === 'small' ? 1 : 2)}
      {pictureId !== undefined && state !== 'failed' && (
        <img
          src={requestPath(operations.getMemberPicture, { params: { organizationId, userId, pictureId } })}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('there')}
          onError={() => setState('failed')}
        />
      )}
    </>
  )
}
