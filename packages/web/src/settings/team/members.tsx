import type { OrganizationMember } from '@cairn/contract/schemas/organizations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { api } from '../../api/client.ts'
import { membersKey, membersQuery } from '../../goals/queries.ts'
import { useActiveOrganization, useSession } from '../../session/session.ts'
import { FailureNotice } from '../../ui/failure-notice.tsx'
import { selectClass } from '../../ui/field.tsx'
import { SectionTitle } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'

export function Members() {
  const organization = useActiveOrganization()
  const { data: members, error, refetch } = useQuery(membersQuery(organization.id))
  return (
    <section aria-labelledby="members" className="space-y-4">
      <SectionTitle id="members">Members</SectionTitle>
      {error && !members && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {!members && !error && <ListSkeleton rows={2} label="Loading members" />}
      {members && (
        <ul
          aria-label="Members"
          className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
        >
          {members.map((member) => (
            <MemberRow key={member.userId} member={member} />
          ))}
        </ul>
      )}
      <p className="max-w-prose text-sm text-ink-faint">
        Members work on their own goals. Admins change every goal, invite people and give roles. The owner
        stays the owner. When an admin becomes a member, pending invitations they sent stop working.
      </p>
    </section>
  )
}

function MemberRow({ member }: { member: OrganizationMember }) {
  const { user } = useSession()
  const { canAdminister } = useActiveOrganization()
  const isMe = member.userId === user.id
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">
          {member.displayName}
          {isMe && <span className="ml-1.5 font-normal text-ink-faint">(you)</span>}
        </p>
        {member.email && <p className="text-sm text-ink-faint">{member.email}</p>}
      </div>
      {canAdminister && member.role !== 'owner' ? (
        <RoleSelect member={member} />
      ) : (
        <span className="text-sm text-ink-soft">{member.role}</span>
      )}
    </li>
  )
}

function RoleSelect({ member }: { member: OrganizationMember }) {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<'admin' | 'member'>()
  const [failure, setFailure] = useState<unknown>()

  async function give(role: 'admin' | 'member'): Promise<void> {
    setChosen(role)
    setFailure(undefined)
    try {
      await api.updateOrganizationMemberRole({ params: { userId: member.userId }, body: { role } })
      await queryClient.invalidateQueries({ queryKey: membersKey(organization.id) })
      // One's own role decides what the app offers.
      if (member.userId === user.id) await queryClient.invalidateQueries({ queryKey: ['session'] })
      toast.success(`${member.displayName} is now ${role === 'admin' ? 'an admin' : 'a member'}.`)
    } catch (error) {
      setFailure(error)
    } finally {
      setChosen(undefined)
    }
  }

  return (
    <>
      <select
        aria-label={`Role of ${member.displayName}`}
        value={chosen ?? member.role}
        onChange={(event) => void give(event.target.value === 'admin' ? 'admin' : 'member')}
        className={`${selectClass} w-32!`}
      >
        <option value="member">member</option>
        <option value="admin">admin</option>
      </select>
      <FailureNotice failure={failure} className="basis-full" />
    </>
  )
}
