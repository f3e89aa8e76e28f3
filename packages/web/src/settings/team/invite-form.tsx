import { lazy } from '@cairn/contract/registry/lazy'
import { createOrganizationInvitationRequest } from '@cairn/contract/schemas/people/invitations'
import { type ClipboardEvent, useState } from 'react'
import * as z from 'zod'
import { api } from '../../data/api/client.ts'
import { describeFailure } from '../../data/api/failures/failures.ts'
import { emailTexts, type FormTexts } from '../../data/api/failures/problems.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { roleName } from '../../organizations/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields/field.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { addressesIn } from './addresses.ts'
import type { Issued } from './issued-invitation.tsx'
import { texts } from './texts.ts'

export const inviteFormTexts: FormTexts = {
  emails: emailTexts,
  role: texts.invite.form.role,
}

/** As for one invitation, with any number of addresses. */
export const inviteFormSchema = lazy(() => {
  const { email, role } = createOrganizationInvitationRequest().shape
  return z.strictObject({ emails: z.array(email).min(1), role })
})

type Refusal = { email: string; sentence: string }

export function useInvite(onIssued: (issued: Issued[]) => void) {
  const [text, setText] = useState('')
  const [role, setRole] = useState<'admin' | 'member'>('member')
  const [refusals, setRefusals] = useState<Refusal[]>([])
  const emails = addressesIn(text)
  const submission = useSubmit({
    schema: inviteFormSchema,
    body: { emails, role },
    texts: inviteFormTexts,
    fieldsByErrorCode: { invitation_already_pending: 'emails', invitation_self: 'emails' },
    send: async () => {
      const issued: Issued[] = []
      const refused: Refusal[] = []
      for (const email of emails) {
        try {
          issued.push(await api.createOrganizationInvitation({ body: { email, role } }))
        } catch (error) {
          if (emails.length === 1) throw error
          refused.push({ email, sentence: describeFailure(error).sentence })
        }
      }
      setRefusals(refused)
      setText(refused.map(({ email }) => email).join(', '))
      onIssued(issued)
    },
  })
  function reset(): void {
    setRefusals([])
    submission.reset()
  }
  return { emails, text, setText, role, setRole, refusals, submission, reset }
}

type InviteFormProps = {
  invite: ReturnType<typeof useInvite>
  /** Called before each attempt, even if it is not sent. */
  onTry: () => void
}

export function InviteForm({ invite, onTry }: InviteFormProps) {
  const { emails, text, setText, role, setRole, refusals } = invite
  const { form, problems, failure, busy, submit } = invite.submission
  const { element } = inviteFormSchema().shape.emails
  const wrong = emails.length > 1 ? emails.filter((email) => !element.safeParse(email).success) : []

  function paste(event: ClipboardEvent<HTMLInputElement>): void {
    const pasted = addressesIn(event.clipboardData.getData('text'))
    // The browser would join the lines.
    if (pasted.length < 2) return
    event.preventDefault()
    setText([...emails, ...pasted].join(', '))
  }

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
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onPaste={paste}
          hint={texts.invite.hint}
          problem={problems.emails && wrong.length > 0 ? texts.invite.notAddresses(wrong) : problems.emails}
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
      {refusals.length > 0 && (
        <Notice tone="bad">
          <p>{texts.invite.refused}</p>
          <ul className="mt-2 space-y-1">
            {refusals.map(({ email, sentence }) => (
              <li key={email}>
                <strong className="font-semibold wrap-anywhere">{email}</strong>: {sentence}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </form>
  )
}
