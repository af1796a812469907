// The guide: lessons in steps, with tasks that the service checks.

import { ask, get, why } from './api.js';
import { Board } from './board.js';
import { announce, button, h, put, say } from './dom.js';
import { after, readPosition, readTurn } from './notation.js';
import { t } from './texts.js';
import { Choice } from './turns.js';

const DONE = 'moelle.lessons';

function done() {
  try {
    return JSON.parse(localStorage.getItem(DONE) ?? '[]');
  } catch {
    return [];
  }
}

function markDone(id) {
  try {
    localStorage.setItem(DONE, JSON.stringify([...new Set([...done(), id])]));
  } catch {
    // It is not remembered.
  }
}

/** Shows the lessons. */
export async function lessonsPage(main) {
  const { lessons } = await get('/v1/lessons');
  const known = done();
  document.title = `${t('learnTitle')} · Mølle`;
  put(main, h('h1', null, t('learnTitle')), h('p', null, t('learnMore')),
    h('ol', { class: 'lessons' }, lessons.map(({ id, title, about }) => h('li', null,
      h('a', { href: `/learn/${id}`, class: known.includes(id) ? 'card done' : 'card' }, h('strong', null, title), about)))));
}

/** Shows one lesson. */
export async function lessonPage(main, id) {
  const [{ lessons }, lesson, { variants }] = await Promise.all([get('/v1/lessons'), get(`/v1/lessons/${id}`), get('/v1/variants')]);
  const next = lessons[lessons.findIndex((each) => each.id === id) + 1];
  document.title = `${lesson.title} · Mølle`;
  const view = h('div', null);
  put(main, view);
  const show = (number) => new Step({ view, lesson, variants, next, number, show }).begin();
  show(1);
}

class Step {
  constructor(of) {
    Object.assign(this, of);
    this.step = this.lesson.steps[this.number - 1];
    this.geometry = this.variants.find(({ id }) => id === this.step.variant).board;
    this.solved = !this.step.task;
  }

  begin() {
    const { step, lesson, number } = this;
    this.board = new Board(this.geometry, {
      label: t('board', { name: this.geometry.name }),
      onpoint: (point) => this.act((choice) => choice.tap(point, this.selected)),
      ondrop: (from, to) => this.act((choice) => choice.drop(from, to)),
    });
    this.verdict = h('p', { class: 'verdict' });
    this.onward = h('div', { class: 'row onward' });
    const title = h('h1', { tabindex: -1 }, lesson.title);
    put(this.view, h('div', { class: 'play lesson' },
      h('div', { class: 'table' }, this.board.element),
      h('section', { class: 'card' },
        h('p', { class: 'quiet' }, t('step', { number, count: lesson.steps.length })),
        title,
        h('p', { class: 'step-text' }, step.text),
        step.task && h('p', { class: 'task' }, step.task),
        this.verdict, this.onward,
        h('p', { class: 'row' }, h('a', { href: '/learn' }, t('allLessons')),
          step.variant !== 'nine' && h('a', { href: `/variants/${step.variant}` }, t('moreOnVariant'))))));
    this.showOnward();
    this.reset();
    if (number > 1) title.focus();
    if (step.task) this.choose();
    else if (number === lesson.steps.length) markDone(lesson.id);
  }

  reset() {
    this.seen = readPosition(this.step.position, this.geometry.points);
    this.selected = undefined;
    this.draw();
  }

  draw(played) {
    const { step, seen } = this;
    if (played) {
      this.board.show(played);
      return;
    }
    const choice = this.solved ? undefined : this.choice;
    this.board.show({ men: seen.men, mills: [...step.mills.white, ...step.mills.black], lit: step.lit, ...choice?.shown(this.selected) });
  }

  async choose() {
    const { step, seen } = this;
    try {
      this.choice = await Choice.of({ variant: step.variant }, step.position, seen.men, seen.side);
      this.draw();
    } catch (error) {
      say(why(error), 'bad');
    }
  }

  async act(decide) {
    if (this.solved || !this.choice || this.pending) return;
    const decision = decide(this.choice);
    if ('select' in decision) {
      this.selected = decision.select;
      this.draw();
      return;
    }
    this.pending = true;
    try {
      if (decision.stuck) this.judge(false, await this.choice.why(decision));
      else await this.answer(decision.play ?? decision.wrong);
    } catch (error) {
      say(why(error), 'bad');
    } finally {
      this.pending = false;
    }
  }

  async answer(turn) {
    const { lesson, number, seen } = this;
    const answer = await ask(`/v1/lessons/${lesson.id}/steps/${number}/check`, { turn });
    if (answer.accepted && answer.correct) {
      this.solved = true;
      const { men } = readPosition(answer.position, this.geometry.points);
      this.draw({ men, mills: [...answer.mills.white, ...answer.mills.black], closed: answer.closedMills, last: readTurn(turn) });
      if (number === lesson.steps.length) markDone(lesson.id);
      this.showOnward();
    } else if (answer.accepted) {
      this.draw({ men: after(seen.men, turn, seen.side), last: readTurn(turn) });
      setTimeout(() => { if (!this.solved) this.reset(); }, 900);
    }
    this.judge(answer.correct, answer.message);
  }

  judge(right, text) {
    this.verdict.className = right ? 'verdict good' : 'verdict bad';
    this.verdict.textContent = text;
    announce(text);
  }

  showOnward() {
    const { lesson, number, next, show, solved } = this;
    const last = number === lesson.steps.length;
    put(this.onward,
      number > 1 && button(t('back'), () => show(number - 1)),
      !last && button(t('next'), () => show(number + 1), { class: solved ? 'main' : null }),
      last && solved && h('p', { class: 'quiet' }, t('lessonDone')),
      last && next && h('a', { href: `/learn/${next.id}`, class: solved ? 'main' : null }, t('nextLesson', { title: next.title })),
      last && !next && h('a', { href: '/', class: 'main' }, t('playNow')));
  }
}
