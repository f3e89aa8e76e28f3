import type { OrganizationMember } from '@cairn/contract/schemas/people/organizations'
import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { texts } from './texts.ts'

/** What the person can end: another membership, the own one, or owning the organization. */
export function MemberAction({ member, isAlone }: { member: OrganizationMember; isAlone: boolean }) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const [isOpen, setIsOpen] = useState(false)
  const isMe = member.userId === user.id
  const isOwner = member.role === 'owner'
  if (isOwner ? !isMe || isAlone : !isMe && !canAdminister) return null

  const words = isOwner ? texts.actions.handOver : isMe ? texts.actions.leave : texts.actions.remove
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={words.label(member.displayName)}
        onClick={() => setIsOpen(true)}
      >
        {words.name}
      </Button>
      {isOwner ? (
        <HandOverDialog open={isOpen} onClose={close} />
      ) : (
        <RemoveMemberDialog open={isOpen} onClose={close} member={member} />
      )}
    </>
  )
}
