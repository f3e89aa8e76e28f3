import { catalog } from '../../../language/catalog.ts'

/** Texts of the sample organization. `shapes.ts` has its numbers and dates. */
export const texts = catalog('help/sample/content', {
  name: 'Sample: Northern Bakery',
  labels: { growth: 'Growth', quality: 'Quality', costs: 'Costs' },
  goals: {
    reasons: {
      title: 'Find out why regulars stop coming',
      description:
        'Some faces that we saw every day are gone. We do not know why.\n\nNobody owns this goal yet, and nobody has reported on it.',
      criteria: [
        { title: 'Twenty people have told us', description: 'In person or by phone, in their own words.' },
      ],
      measures: [],
      reports: [],
    },
    market: {
      title: 'Sell at the Saturday market',
      description: 'A stall on the square brings us the families who shop only there.',
      criteria: [{ title: 'The stall pays for itself', description: 'Four Saturdays in a row.' }],
      measures: [],
      reports: [
        { summary: 'The city has offered us a place beside the flowers' },
        {
          summary: 'The square is closed until summer',
          details: 'The city renews the pavement. The offer stays, so we wait with the stall.',
        },
      ],
    },
    course: {
      title: 'Put the sourdough course online',
      description:
        'Twelve short lessons, from the first starter to the first loaf, for everybody who asks at the counter.',
      criteria: [
        { title: 'All lessons are online', description: 'With subtitles.' },
        { title: 'A beginner bakes a loaf from them', description: 'Without asking us.' },
      ],
      measures: [{ title: 'Lessons filmed', unit: 'lessons' }],
      reports: [
        { summary: 'Four lessons, all in one take' },
        { summary: 'Nine lessons; the light in the bakery is good until noon' },
        {
          summary: 'The course is online, and my neighbor has baked from it',
          details: 'Her crumb is a little dense. Her words: *I never thought that I could.*',
        },
      ],
      evidence: { title: 'Photo of her loaf', text: 'On the wall beside the oven.' },
    },
    apprentices: {
      title: 'Two apprentices run a morning alone',
      description: 'So that nobody has to come in on a day off.',
      criteria: [
        { title: 'Both know the eight doughs', description: 'Signed off by the master baker.' },
        { title: 'Each has run two mornings', description: 'From the first oven to the open door.' },
      ],
      measures: [],
      reports: [
        { summary: 'Five of eight doughs are signed off' },
        { summary: 'All eight doughs; the first morning is on Thursday' },
      ],
    },
    answers: {
      title: 'Answer every customer within a day',
      description:
        'Orders, questions, complaints: all of them, on working days. A small program counts and reports every week.',
      criteria: [{ title: 'Nobody waits longer than two days', description: 'Not even in December.' }],
      measures: [{ title: 'Answered within a day', unit: '%' }],
      reports: [
        { summary: 'Two thirds, now that somebody counts' },
        { summary: 'One of us answers before the shop opens' },
        { summary: 'Sick week: the morning shift had no time' },
        { summary: 'Five standard questions are on the website now' },
        { summary: 'Week 46: 91% of 212 messages within a day' },
        { summary: 'Week 47: 94% of 198 messages within a day' },
      ],
      evidence: { title: 'Counts of the week', url: 'https://example.com/mailbox' },
    },
    waste: {
      title: 'Every loaf is sold on the day it is baked',
      description:
        'We bake by habit, not by demand. **Forty loaves a day** are left over in the evening.\n\n- Plan each day from what was sold on the same weekday.\n- Tell the food bank at five what is left.',
      criteria: [
        { title: 'The plan of the day comes from sales', description: 'For every kind of bread.' },
        { title: 'No regular finds the shelf empty', description: 'Before six in the evening.' },
      ],
      measures: [{ title: 'Loaves left over', unit: 'a day' }],
      reports: [
        { summary: 'First week with a plan by weekday' },
        { summary: 'Saturdays are half as bad' },
        { summary: 'Rainy days have a plan of their own' },
        { summary: 'Rye only three days a week, and nobody minds' },
        {
          summary: 'Sixteen left over, and nobody found an empty shelf',
          details: 'The food bank takes ten of them. The rest is bread for soup.',
        },
      ],
      evidence: { title: 'Sales and leftovers by day', url: 'https://example.com/leftovers' },
    },
    power: {
      title: 'Cut the power bill by a fifth',
      description: 'The ovens take most of it. The target date has passed, and the goal needs a decision.',
      criteria: [{ title: 'Three months below 4,160 kWh', description: 'In a row, as the meter says.' }],
      measures: [{ title: 'Power in a month', unit: 'kWh' }],
      reports: [
        { summary: 'The second oven starts an hour later' },
        { summary: 'LED everywhere; the cooler is the next one' },
        {
          summary: 'The old cooler eats what we save',
          details:
            'A new one is 6,800 €, paid back in three years. **To decide:** buy it, or lower the target.',
        },
      ],
      evidence: { title: 'Meter of the cooler', text: '31 kWh a day. A new one takes 9.' },
    },
    harbor: {
      title: 'Open the second shop on Harbor Street',
      description:
        'Half of our new customers come from the harbor. A shop there saves them the way.\n\n**Not part of it:** an oven there. Everything is baked in the main shop.',
      criteria: [
        { title: 'The lease is signed', description: 'For at least five years.' },
        { title: 'The counter passes inspection', description: 'Without open points.' },
        { title: 'Three people are hired', description: 'Two for the counter, one to drive.' },
      ],
      measures: [{ title: 'Steps of the plan done', unit: '%' }],
      reports: [
        { summary: 'The lease is signed, two weeks early' },
        { summary: 'The counter is ordered, and two of three people are hired' },
        {
          summary: 'The electrician comes three weeks late',
          details:
            'Without power for the coolers there is no inspection. We ask two other companies by Friday.',
        },
      ],
      evidence: { title: 'Lease', text: 'Five years from March, to be extended twice.' },
    },
  },
})
