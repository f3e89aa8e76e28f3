import type { Brief } from '@cairn/contract'
import { type BriefScope, briefDefaults } from '@cairn/contract/schemas/feed/brief'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useActiveOrganization, useSession } from '../accounts/session/session.ts'
import { whenOnline } from '../app/hooks/when-online.ts'
import { FailureBoundary } from '../app/page-states.tsx'
import { api } from '../data/api/client.ts'
import { useClaimEnds } from '../goals/work/use-claim-ends.ts'
import { storedProgress } from '../help/first-steps/begun.ts'
import { StepsPending } from '../help/first-steps/steps-pending.tsx'
import { fill } from '../language/fill.tsx'
import { dayMilliseconds } from '../presentation/time/format.ts'
import { buttonClass } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { FilterChips } from '../ui/fields/filter-chips.tsx'
import { Page, SectionTitle } from '../ui/page.tsx'
import { FailureNotice } from '../ui/states/failure-notice.tsx'
import { Notice } from '../ui/states/notice.tsx'
import { ListSkeleton } from '../ui/states/skeleton.tsx'
import { Blocked } from './blocked.tsx'
import { Changes, newsOf } from './changes.tsx'
import { OrganizationHealth } from './health/organization-health.tsx'
import { type LastVisit, useLook, useVisit } from './last-visit.ts'
import { Needs } from './needs.tsx'
import { OtherGoals } from './other-goals.tsx'
import { describeNeeds, describeNews, describeQuestions } from './reasons.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/protected/home')

const shownScopes: readonly BriefScope[] = ['mine', 'all', 'watched']

/** Goals that need the person, and events since the last visit, or of the last 7 days if that was later. */
function briefQuery(organizationId: string, lastVisit: LastVisit | undefined) {
  const since = sinceOf(lastVisit)
  return queryOptions({
    // Live updates load it again by the first three parts.
    queryKey: ['organization', organizationId, 'brief', since ?? null],
    queryFn: () => api.getBrief({ query: { since } }),
  })
}

function sinceOf(lastVisit: LastVisit | undefined): string | undefined {
  if (!lastVisit) return undefined
  const weekAgo = Date.now() - briefDefaults.days * dayMilliseconds
  return Date.parse(lastVisit.lookedAt) < weekAgo ? lastVisit.lookedAt : undefined
}

const FirstSteps = lazy(async () => ({
  default: (await import('../help/first-steps/first-steps.tsx')).FirstSteps,
}))

/** Loaded only by those who look at other people's goals. */
const TeamReview = lazy(
  whenOnline(async () => ({ default: (await import('./review/team-review.tsx')).TeamReview })),
)

/** Loaded only by those who were asked. */
const QuestionsForYou = lazy(
  whenOnline(async () => ({
    default: (await import('../goals/work/questions/questions-for-you.tsx')).QuestionsForYou,
  })),
)

/** The brief: what needs the person and why, what changed, and how the organization is doing. */
export function HomePage() {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const { scope = 'mine' } = route.useSearch()
  const navigate = route.useNavigate()
  const visit = useVisit(user.id, organization.id)
  const { lastVisit } = visit
  const { data: brief, error, isPending, refetch } = useQuery(briefQuery(organization.id, lastVisit))
  useLook(visit, brief)
  useClaimEnds(brief?.goals.map(({ claim }) => claim?.expiresAt) ?? [], () => void refetch())
  const [firstName] = user.displayName.split(' ')
  return (
    <Page
      title={texts.title}
      heading={
        <span className="line-clamp-2 wrap-anywhere">
          {fill(texts.hello, { name: <bdi>{firstName}</bdi> })}
        </span>
      }
      intro={
        // As high as it becomes, so that nothing below moves.
        <span className="block min-h-[2lh] sm:min-h-[1lh]">
          {brief &&
            scope === 'mine' &&
            `${describeQuestions(brief)} ${describeNeeds(brief)} ${describeNews(newsOf({ brief, lastVisit, reader: user.id }).length)}`}
        </span>
      }
      isWide
      actions={
        <Link to="/goals/new" className={buttonClass({ variant: 'primary' })}>
          <Plus className="size-4.5" aria-hidden="true" />
          {texts.newGoal}
        </Link>
      }
    >
      <FilterChips<BriefScope>
        legend={texts.scopes.legend}
        value={scope}
        options={shownScopes.map((value) => ({ value, name: texts.scopes[value] }))}
        onChange={(chosen) => {
          void navigate({ search: chosen === 'mine' ? {} : { scope: chosen }, replace: true })
        }}
      />
      {scope !== 'mine' && (
        <FailureBoundary fallback={<Notice tone="warn">{texts.scopes.notLoaded}</Notice>}>
          <Suspense fallback={<ListSkeleton rows={5} label={texts.scopes.loading} />}>
            <TeamReview key={scope} scope={scope} />
          </Suspense>
        </FailureBoundary>
      )}
      {scope === 'mine' && brief && organization.canAdminister && <FirstStepsIfNew brief={brief} />}
      {scope === 'mine' && (
        <div className="peer-data-pending:hidden grid gap-x-8 gap-y-10 xl:grid-cols-[minmax(0,1fr)_23rem] xl:grid-rows-[auto_1fr] min-[110rem]:grid-cols-[minmax(0,1fr)_26rem_26rem] min-[110rem]:gap-x-10">
          <div className="min-w-0 space-y-10">
            {brief && brief.questions.length > 0 && (
              <FailureBoundary fallback={<Notice tone="warn">{texts.questions.notLoaded}</Notice>}>
                <Suspense fallback={<ListSkeleton rows={1} label={texts.questions.loading} />}>
                  <QuestionsForYou brief={brief} />
                </Suspense>
              </FailureBoundary>
            )}
            <section aria-labelledby="needs" className="min-w-0 space-y-4">
              {brief && <Needs brief={brief} />}
              {isPending && (
                <Loading id="needs" title={texts.needs.title} loading={texts.needs.loading} rows={6} />
              )}
              {error && !brief && (
                <>
                  <SectionTitle id="needs">{texts.needs.title}</SectionTitle>
                  <FailureNotice failure={error} onRetry={() => void refetch()} />
                </>
              )}
            </section>
          </div>
          {brief && (
            <section aria-labelledby="changes" className="min-w-0 space-y-4 xl:row-span-2">
              <Changes brief={brief} lastVisit={lastVisit} reader={user.id} />
            </section>
          )}
          {/* Loads at the same time. It is shown once its place is known. */}
          <div className={cn('min-w-0 space-y-10', isPending && 'hidden')}>
            {brief && <Blocked brief={brief} />}
            {brief && <OtherGoals brief={brief} />}
            <OrganizationHealth key={organization.id} />
          </div>
        </div>
      )}
    </Page>
  )
}

/** Offered while the organization has no goals, and until they are done. Loaded only then. */
function FirstStepsIfNew({ brief }: { brief: Brief }) {
  const { user } = useSession()
  const organization = useActiveOrganization()
  const hasGoal = brief.goals.length > 0 || brief.events.some(({ type }) => type === 'goal.published')
  if (hasGoal && storedProgress(user.id, organization.id) !== 'begun') return null
  return (
    <Suspense fallback={<StepsPending />}>
      <FirstSteps key={organization.id} hasGoal={hasGoal} />
    </Suspense>
  )
}

type LoadingProps = { id: string; title: string; loading: string; rows: number }

function Loading({ id, title, loading, rows }: LoadingProps) {
  return (
    <>
      <SectionTitle id={id}>{title}</SectionTitle>
      <ListSkeleton rows={rows} label={loading} />
    </>
  )
}
