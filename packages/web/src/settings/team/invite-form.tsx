import { createOrganizationInvitationRequest } from '@cairn/contract/schemas/people/invitations'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { emailTexts, type FormTexts } from '../../data/api/failures/problems.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { roleName } from '../../organizations/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import type { Issued } from './issued-invitation.tsx'
import { texts } from './texts.ts'

export const inviteFormTexts: FormTexts = {
  email: emailTexts,
  role: texts.invite.form.role,
}

export function useInvite(onIssued: (issued: Issued) => void) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<'admin' | 'member'>('member')
  const submission = useSubmit({
    schema: createOrganizationInvitationRequest,
    body: { email, role },
    texts: inviteFormTexts,
    fieldsByErrorCode: { invitation_already_pending: 'email', invitation_self: 'email' },
    send: async (body) => {
      const issued = await api.createOrganizationInvitation({ body })
      setEmail('')
      onIssued(issued)
    },
  })
  return { email, setEmail, role, setRole, submission }
}

type InviteFormProps = {
  invite: ReturnType<typeof useInvite>
  /** Called before each attempt, even if it is not sent. */
  onTry: () => void
}

export function InviteForm({ invite, onTry }: InviteFormProps) {
  const { email, setEmail, role, setRole } = invite
  const { form, problems, failure, busy, submit } = invite.submission
  return (
    <form
      ref={form}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        onTry()
        void submit(event)
      }}
    >
      <div className="flex flex-col gap-4 sm:flex-row">
        <TextField
          label={texts.invite.email}
          type="email"
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          problem={problems.email}
          className="flex-1"
        />
        <SelectField
          label={texts.invite.role}
          problem={problems.role}
          value={role}
          onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'member')}
          className="sm:w-36"
        >
          <option value="member">{roleName('member')}</option>
          <option value="admin">{roleName('admin')}</option>
        </SelectField>
        <Button type="submit" variant="primary" busy={busy} className="sm:mt-[1.6875rem] sm:self-start">
          {texts.invite.action}
        </Button>
      </div>
      <FailureNotice failure={failure} />
    </form>
  )
}
