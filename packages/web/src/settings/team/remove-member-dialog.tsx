import type { OrganizationMember } from '@cairn/contract/schemas/people/organizations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { openOrganization } from '../../accounts/session/tab/tab-organization.ts'
import { announceOnNextPage } from '../../accounts/session/tab/tab-storage.ts'
import { api, personApi } from '../../data/api/client.ts'
import { describeFailure, isApiError } from '../../data/api/failures/failures.ts'
import { membersKey, membersQuery, reloadGoals, wholeGoalListQuery } from '../../goals/data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { goalTexts, removalTexts } from './removal-texts.ts'
import { texts } from './texts.ts'

type RemovalProps = { member: OrganizationMember; onClose: () => void }

/** Asks before a member is removed, or before the person leaves, and who gets the goals. */
export function RemoveMemberDialog({ open, ...props }: RemovalProps & { open: boolean }) {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const { displayName: name, userId } = props.member
  const { title } = removalTexts({ name, isMe: userId === user.id, organization: organization.name })
  return (
    <Dialog open={open} onOpenChange={props.onClose} title={title} role="alertdialog">
      <Removal {...props} />
    </Dialog>
  )
}

/** A dialog that counts for minutes helps nobody: 1,000 goals are enough to know. */
const maximumPages = 10

function Removal({ member, onClose }: RemovalProps) {
  const { userId, displayName: name } = member
  const { user } = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const isMe = userId === user.id
  const removal = removalTexts({ name, isMe, organization: organization.name })
  const { data: members = [] } = useQuery(membersQuery(organization.id))
  const { data: owned } = useQuery({
    ...wholeGoalListQuery(organization.id, { ownerUserId: userId }, maximumPages),
    staleTime: 0,
  })
  const goals = goalTexts(owned && { count: owned.goals.length, isComplete: owned.isComplete }, {
    name,
    isMe,
  })
  const others = members.filter((one) => one.userId !== userId)
  // The goals of a removed member pass to the person who removes, those of a leaving one to the owner, unless they choose otherwise.
  const first = isMe ? others.find(({ role }) => role === 'owner')?.userId : user.id
  const [chosen, setChosen] = useState<string>()
  const receiver = chosen ?? first ?? ''
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function confirm(): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      const reassignGoalsTo = receiver === '' ? null : receiver
      await api.removeOrganizationMember({ params: { userId }, body: { reassignGoalsTo } })
      if (isMe) await leaveTab()
      toast.success(goals ? texts.goals.doneWithGoals(removal.done) : removal.done)
      onClose()
      await reloadGoals(queryClient, organization.id)
    } catch (error) {
      // Somebody else was faster. The row disappears, and this dialog with it.
      if (isApiError(error, 'member_not_found')) toast.info(describeFailure(error).sentence)
      else setFailure(error)
    } finally {
      // Also after a failure: the list may be out of date.
      await queryClient.invalidateQueries({ queryKey: membersKey(organization.id) })
      setBusy(false)
    }
  }

  /** Opens another organization of the person, who always has one. Never resolves. */
  async function leaveTab(): Promise<never> {
    announceOnNextPage(removal.done)
    const { activeOrganizationId } = await personApi.getAuthSession()
    return openOrganization(activeOrganizationId)
  }

  return (
    <>
      <DialogText>
        <p>{removal.text}</p>
        {removal.warning && <p className="font-medium text-ink">{removal.warning}</p>}
        {goals?.sentence && <p>{goals.sentence}</p>}
      </DialogText>
      {goals && (
        <SelectField
          className="mt-4"
          label={goals.label}
          hint={texts.goals.hint}
          value={receiver}
          onChange={(event) => setChosen(event.target.value)}
        >
          <option value="">{texts.goals.nobody}</option>
          {others.map((one) => (
            <option key={one.userId} value={one.userId}>
              {one.userId === user.id ? texts.itIsYou(one.displayName) : one.displayName}
            </option>
          ))}
        </SelectField>
      )}
      <FailureNotice failure={failure} className="mt-4" />
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button variant="danger" busy={busy} onClick={() => void confirm()}>
          {removal.action}
        </Button>
      </DialogActions>
    </>
  )
}
