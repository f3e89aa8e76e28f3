import { useParams } from '@tanstack/react-router'
import { NotFound } from '../../app/page-states.tsx'
import { Markdown } from '../../presentation/markdown/markdown.tsx'
import { Page, SectionTitle } from '../../ui/page.tsx'
import { BackLink } from '../parts.tsx'
import { guideOf } from './guide-texts.ts'

/** A guide of the repository. */
export function GuidePage() {
  const { guide: name } = useParams({ from: '/docs/guides/$guide' })
  const guide = guideOf(name)
  if (!guide) return <NotFound />
  return (
    <>
      <BackLink />
      <Page key={name} title={guide.title}>
        {guide.sections.map(({ title, text }) => (
          <section key={text} className="max-w-3xl space-y-3 wrap-anywhere">
            {title && <SectionTitle>{title}</SectionTitle>}
            <Markdown text={text} />
          </section>
        ))}
      </Page>
    </>
  )
}
