import type { OutputOf } from '@cairn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { forgetLinkToken, useLinkToken } from '../../app/hooks/use-link-token.ts'
import { api } from '../../data/api/client.ts'
import { isApiError } from '../../data/api/failures/failures.ts'
import { laterSchema } from '../../data/api/later-schema.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { formatAgo, formatDateTime } from '../../presentation/time/format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FrontPage } from '../../ui/front-page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { Notice } from '../../ui/states/notice.tsx'
import { ListSkeleton } from '../../ui/states/skeleton.tsx'
import { refetchSession } from '../session/session.ts'
import { useGoTo } from '../session/use-go-to.ts'
import { texts } from './texts.ts'

const schema = laterSchema(
  async () => (await import('@cairn/contract/schemas/people/auth')).emailVerificationRequest,
)

export function VerifyEmailPage() {
  const token = useLinkToken()
  if (!token) return <InvalidLink>{texts.invalid.incomplete}</InvalidLink>
  return <Verification key={token} token={token} />
}

/**
 * Shows whose account the link verifies, and verifies it only after the person confirms: programs open links in emails
 * (service document, section 5, built-in email provider), and anyone can register someone else's address.
 */
function Verification({ token }: { token: string }) {
  const goTo = useGoTo()
  const preview = useQuery({
    queryKey: ['email-verification', token],
    queryFn: () => api.previewEmailVerification({ body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { form, failure, busy, submit } = useSubmit({
    schema,
    body: { token },
    texts: {},
    send: async (body) => {
      const { redirectTo } = await api.verifyEmail({ body })
      forgetLinkToken()
      if (isNewAddress(token)) await refetchSession()
      // Whoever has just verified an account need not type its address again.
      await goTo(redirectTo, preview.data && { email: preview.data.email })
    },
  })
  if (isRejected(preview.error) || isRejected(failure)) {
    return <InvalidLink>{texts.invalid.expired}</InvalidLink>
  }
  if (!preview.data) {
    return (
      <FrontPage title={texts.title}>
        {preview.error ? (
          <FailureNotice failure={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          <ListSkeleton rows={1} />
        )}
      </FrontPage>
    )
  }
  const confirmForm = (button: ReactNode) => (
    <form ref={form} className="space-y-4" noValidate onSubmit={(event) => void submit(event)}>
      <FailureNotice failure={failure} />
      {button}
    </form>
  )
  if (preview.data.sameBrowser) {
    return (
      <FrontPage title={texts.title} intro={texts.ownAccount}>
        <div className="space-y-6">
          <Account {...preview.data} />
          {confirmForm(
            <Button type="submit" variant="primary" className="w-full" busy={busy} busyText={texts.verifying}>
              {texts.verify}
            </Button>,
          )}
        </div>
      </FrontPage>
    )
  }
  if (isNewAddress(token)) {
    return (
      <FrontPage key="new-address" title={texts.newAddress.title} intro={texts.newAddress.intro}>
        <div className="space-y-6">
          <Account {...preview.data} created={texts.account.asked} />
          {confirmForm(
            <Button
              type="submit"
              variant="primary"
              className="w-full"
              busy={busy}
              busyText={texts.newAddress.busy}
            >
              {texts.newAddress.action}
            </Button>,
          )}
        </div>
      </FrontPage>
    )
  }
  return (
    <FrontPage key="other-browser" title={texts.otherBrowser.title}>
      <div className="space-y-6">
        <Notice tone="warn" live={false}>
          {texts.otherBrowser.warning}
        </Notice>
        <Account {...preview.data} />
        <div className="space-y-3">
          <Link
            to="/sign-in"
            search={{ mode: 'register' }}
            state={{ email: preview.data.email }}
            className={buttonClass({ variant: 'primary' }, 'w-full')}
          >
            {texts.otherBrowser.own}
          </Link>
          <p className="text-sm text-ink-soft">{texts.otherBrowser.consequence}</p>
        </div>
        <div className="border-t border-line pt-6">
          {confirmForm(
            <Button type="submit" className="w-full" busy={busy} busyText={texts.verifying}>
              {texts.otherBrowser.confirm}
            </Button>,
          )}
        </div>
      </div>
    </FrontPage>
  )
}

/** Whether the link changes the address of an account, instead of verifying a registration. */
function isNewAddress(token: string): boolean {
  return token.includes('.')
}

function isRejected(error: unknown): boolean {
  return isApiError(error) && error.status === 400
}

function Account({
  email,
  displayName,
  createdAt,
  created = texts.account.created,
}: OutputOf<'previewEmailVerification'> & { created?: string }) {
  return (
    <Facts>
      <Fact term={texts.account.name}>
        <bdi className="wrap-anywhere">{displayName}</bdi>
      </Fact>
      <Fact term={texts.account.email}>
        <span className="wrap-anywhere">{email}</span>
      </Fact>
      <Fact term={created}>
        <time dateTime={createdAt}>
          {texts.account.moment(formatDateTime(createdAt), formatAgo(createdAt))}
        </time>
      </Fact>
    </Facts>
  )
}

function InvalidLink({ children }: { children: string }) {
  return (
    <FrontPage key="invalid-link" title={texts.invalid.title} intro={children}>
      <div className="flex flex-col gap-3">
        <Link to="/sign-in" className={buttonClass({ variant: 'primary' })}>
          {texts.invalid.signIn}
        </Link>
        <Link to="/sign-in" search={{ mode: 'register' }} className={buttonClass()}>
          {texts.invalid.register}
        </Link>
      </div>
    </FrontPage>
  )
}
