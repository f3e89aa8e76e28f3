import { updateOrganizationRequest } from '@cairn/contract/schemas/people/organizations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { updateOrganizations, useActiveOrganization, useSession } from '../../accounts/session/session.ts'
import { api } from '../../data/api/client.ts'
import { useSubmit } from '../../data/api/use-submit.ts'
import { membersQuery } from '../../goals/data/queries.ts'
import { templateNames } from '../../goals/editing/templates/template-names.ts'
import { texts as templateTexts } from '../../goals/editing/templates/texts.ts'
import { latestConnection } from '../../settings/agents/connection.ts'
import { grantsQuery } from '../../settings/agents/grants-query.ts'
import { apiTokensQuery } from '../../settings/api-tokens/api-tokens-query.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { TextField } from '../../ui/fields/field.tsx'
import { Card, SectionTitle } from '../../ui/page.tsx'
import { FailureNotice } from '../../ui/states/failure-notice.tsx'
import { toast } from '../../ui/toast.ts'
import { ExploreSample } from '../sample/explore-sample.tsx'
import { storedProgress, storeProgress } from './begun.ts'
import { StepsPending } from './steps-pending.tsx'
import { texts } from './texts.ts'

type FirstStepsProps = {
  /** Whether the person has a goal already. */
  hasGoal: boolean
}

/** The first steps of a new organization: a name, a goal, and somebody else. */
export function FirstSteps({ hasGoal }: FirstStepsProps) {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const [isHidden, setIsHidden] = useState(() => storedProgress(user.id, organization.id) === 'hidden')
  const { data: members, isError } = useQuery({ ...membersQuery(organization.id), enabled: !isHidden })
  const hasName = organization.name !== user.displayName
  const isAlone = members?.length === 1
  const grants = useQuery({ ...grantsQuery, enabled: !isHidden && isAlone })
  const tokens = useQuery({ ...apiTokensQuery(organization.id), enabled: !isHidden && isAlone })
  const hasAgent =
    latestConnection({ grants: grants.data, tokens: tokens.data }, organization.id) !== undefined
  const hasOthers = (members !== undefined && !isAlone) || hasAgent
  const isDone = hasName && hasGoal && hasOthers
  useEffect(() => {
    if (!isHidden && !hasGoal) storeProgress(user.id, organization.id, 'begun')
    if (isDone) storeProgress(user.id, organization.id, 'hidden')
  }, [isHidden, hasGoal, isDone, user.id, organization.id])
  if (isHidden || isDone) return null
  if (!members) return isError ? null : <StepsPending />
  if (isAlone && (grants.isPending || tokens.isPending)) return <StepsPending />

  function hide(): void {
    storeProgress(user.id, organization.id, 'hidden')
    setIsHidden(true)
  }

  return (
    <Card>
      <section aria-labelledby="first-steps" className="space-y-6">
        <header className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60 space-y-1">
            <SectionTitle id="first-steps">{texts.title}</SectionTitle>
            <p className="text-ink-soft">{texts.intro}</p>
          </div>
          <Button size="small" variant="quiet" className="max-sm:-ml-3" onClick={hide}>
            {texts.hide}
          </Button>
        </header>
        <ol className="grid gap-x-8 gap-y-6 lg:grid-cols-3">
          <Step number={1} title={texts.name.title} text={texts.name.text} isDone={hasName}>
            <NameForm />
          </Step>
          <Step number={2} title={texts.goal.title} text={texts.goal.text} isDone={hasGoal}>
            <div className="flex flex-wrap gap-2">
              {templateNames.map((template) => (
                <Link
                  key={template}
                  to="/goals/new"
                  search={{ template }}
                  className={buttonClass({ size: 'small' })}
                >
                  {templateTexts.templates[template].name}
                </Link>
              ))}
              <Link to="/goals/new" className={buttonClass({ size: 'small', variant: 'quiet' })}>
                {texts.goal.empty}
              </Link>
            </div>
          </Step>
          <Step number={3} title={texts.people.title} text={texts.people.text} isDone={hasOthers}>
            <div className="flex flex-wrap gap-2">
              <Link to="/settings/members" className={buttonClass({ size: 'small' })}>
                {texts.people.invite}
              </Link>
              <Link to="/settings/agents" className={buttonClass({ size: 'small' })}>
                {texts.people.connect}
              </Link>
            </div>
          </Step>
        </ol>
        <ExploreSample question={texts.sample} />
      </section>
    </Card>
  )
}

type StepProps = { number: number; title: string; text: string; isDone: boolean; children: ReactNode }

function Step({ number, title, text, isDone, children }: StepProps) {
  return (
    <li className="flex gap-3.5">
      <span
        aria-hidden="true"
        className={cn(
          'inline-flex size-7 shrink-0 items-center justify-center rounded-full text-sm font-medium',
          isDone ? 'bg-good-soft text-good' : 'bg-accent-soft text-accent',
        )}
      >
        {isDone ? <Check className="size-4" /> : number}
      </span>
      <div className="min-w-0 flex-1 space-y-3">
        <div>
          <h3 className={cn('font-medium', isDone && 'text-ink-soft')}>
            {title}
            {isDone && <span className="sr-only"> {texts.done}</span>}
          </h3>
          {!isDone && <p className="text-sm text-ink-soft">{text}</p>}
        </div>
        {!isDone && children}
      </div>
    </li>
  )
}

function NameForm() {
  const [name, setName] = useState('')
  const { form, problems, failure, busy, submit } = useSubmit({
    schema: updateOrganizationRequest,
    body: { name },
    texts: { name: { name: 'name', missing: texts.name.missing } },
    send: async (body) => {
      updateOrganizations(await api.updateOrganization({ body }))
      toast.success(texts.name.saved)
    },
  })
  return (
    <form ref={form} noValidate className="space-y-3" onSubmit={(event) => void submit(event)}>
      <TextField
        label={texts.name.field}
        autoComplete="organization"
        value={name}
        onChange={(event) => setName(event.target.value)}
        problem={problems.name}
      />
      <FailureNotice failure={failure} />
      <Button type="submit" size="small" busy={busy} busyText={texts.name.busy}>
        {texts.name.action}
      </Button>
    </form>
  )
}
