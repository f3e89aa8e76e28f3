import type { OrganizationMember } from '@cairn/contract/schemas/people/organizations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '../../accounts/picture/avatar.tsx'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { membersKey, membersQuery } from '../../goals/data/queries.ts'
import { roleName } from '../../organizations/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { selectClass } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'
import { type AssignableRole, roleChangeTexts } from './role-change.ts'
import { texts } from './texts.ts'

/** Actions of the person on a membership: remove another member, leave, or hand over the organization. */
function MemberAction({ member, isAlone }: { member: OrganizationMember; isAlone: boolean }) {
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

export function Members() {
  const organization = useActiveOrganization()
  const { data: members, error, refetch } = useQuery(membersQuery(organization.id))
  return (
    <section id="members" className="space-y-4">
      {error && !members && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!members && !error && <ListSkeleton rows={2} label={texts.loading} />}
      {members && (
        <ul
          aria-label={texts.title}
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} isAlone={members.length === 1} />
          ))}
        </ul>
      )}
      <p className="max-w-prose text-sm text-ink-faint">{texts.powers}</p>
    </section>
  )
}

function MemberRow({ member, isAlone }: { member: OrganizationMember; isAlone: boolean }) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const isMe = member.userId === user.id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="flex min-w-0 flex-1 basis-48 items-center gap-3">
        <Avatar person={member} size="medium" />
        <div className="min-w-0">
          <p className="font-medium">
            {member.displayName}
            {isMe && <span className="ml-1.5 font-normal text-ink-faint">{texts.you}</span>}
          </p>
          {member.email && <p className="text-sm wrap-anywhere text-ink-faint">{member.email}</p>}
        </div>
      </div>
      <div className="flex items-center gap-2">
        {canAdminister && member.role !== 'owner' ? (
          <RoleSelect member={member} />
        ) : (
          <span className="text-sm text-ink-soft">{roleName(member.role)}</span>
        )}
        <MemberAction member={member} isAlone={isAlone} />
      </div>
    </li>
  )
}

/** Shows the current role. Changes it only after a confirmation. */
function RoleSelect({ member }: { member: OrganizationMember }) {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [requestedRole, setRequestedRole] = useState<AssignableRole>()
  const isMe = member.userId === user.id
  const change = roleChangeTexts({ name: member.displayName, isMe, role: requestedRole ?? 'member' })

  async function changeRole(role: AssignableRole): Promise<void> {
    try {
      await api.updateOrganizationMemberRole({ params: { userId: member.userId }, body: { role } })
      toast.success(change.done)
    } finally {
      // Also after a failure: the list may be out of date.
      await queryClient.invalidateQueries({ queryKey: membersKey(organization.id) })
      // The person's own role decides what the app offers.
      if (isMe) await queryClient.invalidateQueries({ queryKey: ['session'] })
    }
  }

  return (
    <>
      <select
        aria-label={texts.roleOf(member.displayName)}
        value={member.role}
        onChange={(event) => setRequestedRole(event.target.value === 'admin' ? 'admin' : 'member')}
        className={`${selectClass} w-32!`}
      >
        <option value="member">{roleName('member')}</option>
        <option value="admin">{roleName('admin')}</option>
      </select>
      <ConfirmDialog
        open={requestedRole !== undefined}
        onClose={() => setRequestedRole(undefined)}
        title={change.title}
        action={change.action}
        variant={requestedRole === 'admin' ? 'primary' : 'danger'}
        onConfirm={async () => requestedRole && (await changeRole(requestedRole))}
      >
        <p>{change.text}</p>
        {change.warning && <p className="font-medium text-ink">{change.warning}</p>}
      </ConfirmDialog>
    </>
  )
}
