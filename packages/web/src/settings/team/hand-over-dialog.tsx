import { changeOrganizationOwnerRequest } from '@cairn/contract/schemas/people/organizations'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  authConfigurationQuery,
  updateOrganizations,
  useActiveOrganization,
  useSession,
} from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import type { FormTexts } from '../../data/api/failures/problems.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { membersKey, membersQuery } from '../../goals/data/queries.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogFormActions } from '../../ui/dialogs/dialog-form-actions.tsx'
import { SelectField } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { toast } from '../../ui/toast.ts'
import { texts } from './texts.ts'

export const handOverFormTexts: FormTexts = texts.handOver.form

type HandOverProps = { onClose: () => void }

/** Makes another member the owner of the organization. */
export function HandOverDialog({ open, onClose }: HandOverProps & { open: boolean }) {
  const { name } = useActiveOrganization()
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={texts.handOver.title(name)}
      description={texts.handOver.text}
    >
      <HandOverForm onClose={onClose} />
    </Dialog>
  )
}

function HandOverForm({ onClose }: HandOverProps) {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const queryClient = useQueryClient()
  const { data: configuration } = useQuery(authConfigurationQuery)
  const { data: members = [] } = useQuery(membersQuery(organization.id))
  const [userId, setUserId] = useState('')
  const [password, setPassword] = useState('')
  const hasPassword = configuration?.method === 'email'
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: changeOrganizationOwnerRequest,
    body: { userId, ...(hasPassword && { password }) },
    texts: handOverFormTexts,
    fieldsByErrorCode: { member_not_found: 'userId' },
    send: async (body) => {
      updateOrganizations(await api.changeOrganizationOwner({ body }))
      const owner = members.find((member) => member.userId === body.userId)
      toast.success(texts.handOver.done(owner?.displayName ?? ''))
      onClose()
      await queryClient.invalidateQueries({ queryKey: membersKey(organization.id) })
    },
  })
  const isWrong = isApiError(failure, 'invalid_credentials')
  return (
    <form ref={form} noValidate className="space-y-5" onSubmit={(event) => void submit(event)}>
      <SelectField
        label={texts.handOver.newOwner}
        value={userId}
        onChange={(event) => setUserId(event.target.value)}
        problem={problems.userId}
      >
        <option value="">{texts.handOver.choose}</option>
        {members
          .filter((member) => member.userId !== user.id)
          .map((member) => (
            <option key={member.userId} value={member.userId}>
              {member.displayName}
            </option>
          ))}
      </SelectField>
      {hasPassword && (
        <>
          {/* Tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label={texts.handOver.password}
            value={password}
            onChange={setPassword}
            problem={problems.password}
            autoComplete="current-password"
          />
        </>
      )}
      {isWrong && <Notice tone="bad">{texts.handOver.wrong}</Notice>}
      <DialogFormActions onCancel={onClose} failure={isWrong ? undefined : failure} busy={busy}>
        {texts.handOver.action}
      </DialogFormActions>
    </form>
  )
}
