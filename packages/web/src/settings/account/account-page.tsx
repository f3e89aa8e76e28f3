import { updateProfileRequest } from '@cairn/contract/schemas/people/auth'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { authConfigurationQuery, refetchSession, useSession } from '../../accounts/session/session.ts'
import { useSignOut } from '../../accounts/session/use-sign-out.ts'
import { accountFormTexts } from '../../accounts/sign-in/form/account-form-texts.ts'
import { personApi } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { roleName } from '../../organizations/role-name.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { Card, Page, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { DeleteAccount } from './delete-account.tsx'
import { EmailForm } from './email-form.tsx'
import { PictureForm } from './picture/picture-form.tsx'
import { ProviderAccountLink } from './provider-account-link.tsx'
import { texts } from './texts.ts'
import { TimeZoneForm } from './time-zone-form.tsx'

function NameForm({ name }: { name: string }) {
  const [displayName, setDisplayName] = useState(name)
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateProfileRequest,
    body: { displayName },
    texts: accountFormTexts,
    send: async (body) => {
      await personApi.updateProfile({ body })
      await refetchSession()
      toast.success(texts.name.changed)
    },
  })
  return (
    <Card className="max-w-2xl space-y-5">
      <SectionTitle id="name">{texts.name.title}</SectionTitle>
      <form
        ref={form}
        noValidate
        aria-labelledby="name"
        className="max-w-md space-y-5"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={texts.name.own}
          autoComplete="name"
          value={displayName}
          onChange={(event) => setDisplayName(event.target.value)}
          problem={problems.displayName}
        />
        <FailureNotice failure={failure} />
        <Button type="submit" busy={busy} busyText={texts.name.busy}>
          {texts.name.action}
        </Button>
      </form>
    </Card>
  )
}

/** The person's name, picture, address, time zone and organizations. */
export function AccountPage() {
  const { user } = useSession()
  const { data: configuration, error, refetch } = useQuery(authConfigurationQuery)
  const ownsAccount = configuration?.method === 'email'
  return (
    <Page
      title={texts.title}
      intro={
        configuration?.method === 'redirect' && (
          <>
            {texts.fromProvider} <ProviderAccountLink {...configuration} />
          </>
        )
      }
    >
      {error && !configuration && <FailureNotice failure={error} onRetry={() => void refetch()} />}
      {ownsAccount ? <NameForm key={user.displayName} name={user.displayName} /> : <Identity />}
      <PictureForm />
      <TimeZoneForm />
      {ownsAccount && <EmailForm />}
      <Organizations />
      <SignOut />
      <DeleteAccount ownsAccount={ownsAccount} />
    </Page>
  )
}

/** The person's name and address from the provider. */
function Identity() {
  const { user } = useSession()
  return (
    <Card className="max-w-2xl wrap-anywhere">
      <p className="font-medium">{user.displayName}</p>
      <p className="text-ink-soft">{user.email}</p>
    </Card>
  )
}

function Organizations() {
  const { organizations } = useSession()
  return (
    <section className="max-w-2xl space-y-4" aria-labelledby="organizations">
      <SectionTitle id="organizations">{texts.organizations}</SectionTitle>
      <ul
        aria-labelledby="organizations"
        className="divide-y divide-line overflow-hidden rounded-2xl border border-line bg-surface"
      >
        {organizations.map(({ id, name, role }) => (
          <li key={id} className="flex items-baseline justify-between gap-4 px-4 py-3 sm:px-5">
            <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
            <span className="shrink-0 text-sm text-ink-soft">{roleName(role)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SignOut() {
  const { user } = useSession()
  const signOut = useSignOut()
  const [failure, setFailure] = useState<unknown>()
  return (
    <section className="max-w-2xl space-y-4" aria-labelledby="this-browser">
      <div className="space-y-1.5">
        <SectionTitle id="this-browser">{texts.signOut.title}</SectionTitle>
        <p className="text-ink-soft">{texts.signOut.text}</p>
      </div>
      <FailureNotice failure={failure} />
      <Button
        onClick={() => {
          setFailure(undefined)
          signOut().catch(setFailure)
        }}
      >
        {texts.signOut.action}
      </Button>
      <p className="pt-2 text-sm text-ink-faint wrap-anywhere">
        {texts.userId} <code>{user.id}</code>
      </p>
    </section>
  )
}
