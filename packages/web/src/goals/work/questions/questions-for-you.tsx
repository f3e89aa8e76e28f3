import type { Brief } from '@cairn/contract'
import { SectionTitle } from '../../../ui/page.tsx'
import { useGoalTitles } from '../../data/goal-titles.ts'
import { QuestionCard } from './question-card.tsx'
import { texts } from './texts.ts'

/** The questions that the person was asked, oldest first, answered in place. */
export function QuestionsForYou({ brief }: { brief: Pick<Brief, 'questions' | 'goals' | 'events'> }) {
  const { questions, goals, events } = brief
  const known = [...goals, ...events.flatMap(({ goal }) => goal ?? [])]
  const titleOf = useGoalTitles([...new Set(questions.map(({ goalId }) => goalId))], known)
  return (
    <section aria-labelledby="questions" className="min-w-0 space-y-4">
      <SectionTitle id="questions">{texts.forYou}</SectionTitle>
      <ul aria-labelledby="questions" className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {questions.map((question) => (
          <li key={question.id}>
            <QuestionCard
              question={question}
              mayAnswer
              mayWithdraw={false}
              goalTitle={titleOf(question.goalId)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
