import { catalog } from '../../../language/catalog.ts'

export const texts = catalog('goals/editing/drafts', {
  restored: 'Your draft was restored.',
  startOver: 'Start over',
  questions: {
    changes: {
      title: 'Discard your changes?',
      text: 'The goal stays as it was last saved.',
      action: 'Discard changes',
    },
    goal: {
      title: 'Discard this goal?',
      text: 'It has not been published yet. What you typed will be lost.',
      action: 'Discard goal',
    },
    report: {
      title: 'Discard this report?',
      text: 'It has not been sent yet. What you typed will be lost.',
      action: 'Discard report',
    },
    template: {
      title: 'Discard this template?',
      text: 'It has not been saved yet. What you typed will be lost.',
      action: 'Discard template',
    },
  },
  keepEditing: 'Keep editing',
})
