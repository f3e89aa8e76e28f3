import { accountDeletionRequest } from '@cairn/contract/schemas/people/auth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../accounts/session/session.ts'
import type { SessionOrganization } from '../../accounts/session/session-type.ts'
import { addressIn } from '../../accounts/session/tab/tab-organization.ts'
import { useEndOfAccount } from '../../accounts/session/use-end-of-account.ts'
import { personApi } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialogs/dialog.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { textLinkClass } from '../../ui/front-page.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { type Fates, readFates } from './organization-fates.ts'
import { texts } from './texts.ts'

const formTexts = texts.passwordForm

/** Says what becomes of each organization, and asks for the password if nothing is in the way. */
function DeleteAccountForm({ onClose }: { onClose: () => void }) {
  const session = useSession()
  const endOfAccount = useEndOfAccount()
  const fates = useQuery({
    queryKey: ['fates-of-organizations'],
    queryFn: () => readFates(session),
    staleTime: 0,
    gcTime: 0,
  })
  const [password, setPassword] = useState('')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: accountDeletionRequest,
    body: { password },
    texts: formTexts,
    send: async (body) => {
      try {
        await endOfAccount(() => personApi.deleteAccount({ body }))
      } catch (error) {
        // Somebody has joined meanwhile: the list shows where.
        if (isApiError(error, 'sole_owner')) await fates.refetch()
        throw error
      }
    },
  })
  const isWrong = isApiError(failure, 'invalid_credentials')

  if (fates.error && !fates.data) {
    return <FailureNotice failure={fates.error} onRetry={() => void fates.refetch()} />
  }
  if (!fates.data) return <ListSkeleton rows={2} label={texts.deletion.loading} />
  if (fates.data.inTheWay.length > 0) {
    return (
      <>
        <DialogText>
          <p>{texts.deletion.inTheWay}</p>
          <ul className="list-disc space-y-1 pl-5">
            {fates.data.inTheWay.map(({ id, name }) => (
              <li key={id}>
                <a href={addressIn(id, '/settings/members')} className={`${textLinkClass} wrap-anywhere`}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </DialogText>
        <DialogActions>
          <Button onClick={onClose}>{texts.deletion.close}</Button>
        </DialogActions>
      </>
    )
  }
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <DialogText>
        <Consequences fates={fates.data} />
      </DialogText>
      <div className="mt-5 space-y-4">
        {/* Tells password managers whose password it is. */}
        <input type="text" autoComplete="username" value={session.user.email} readOnly hidden />
        <PasswordField
          label={texts.deletion.password}
          value={password}
          onChange={setPassword}
          problem={problems.password}
          autoComplete="current-password"
        />
        {isWrong && <Notice tone="bad">{texts.deletion.wrong}</Notice>}
        <FailureNotice failure={isWrong ? undefined : failure} />
      </div>
      <DialogActions>
        <Button onClick={onClose}>{texts.deletion.cancel}</Button>
        <Button type="submit" variant="danger" busy={busy} busyText={texts.deletion.busy}>
          {texts.deletion.action}
        </Button>
      </DialogActions>
    </form>
  )
}

function Consequences({ fates: { deleted, left } }: { fates: Fates }) {
  return (
    <>
      <p>{texts.deletion.consequences}</p>
      <Organizations title={texts.deletion.deleted} organizations={deleted} />
      <Organizations title={texts.deletion.left} organizations={left} />
    </>
  )
}

function Organizations({ title, organizations }: { title: string; organizations: SessionOrganization[] }) {
  if (organizations.length === 0) return null
  return (
    <div>
      <p>{title}</p>
      <ul className="list-disc pl-5 font-medium text-ink">
        {organizations.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function DeleteAccount({ ownsAccount }: { ownsAccount: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card className="max-w-2xl space-y-5">
      <div className="space-y-1.5">
        <SectionTitle id="delete-account">{texts.deletion.action}</SectionTitle>
        <p className="text-ink-soft">{ownsAccount ? texts.deletion.own : texts.deletion.ofProvider}</p>
      </div>
      {ownsAccount && (
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {texts.deletion.action}
        </Button>
      )}
      <Dialog open={isOpen} onOpenChange={setIsOpen} title={texts.deletion.title} role="alertdialog">
        <DeleteAccountForm onClose={() => setIsOpen(false)} />
      </Dialog>
    </Card>
  )
}
