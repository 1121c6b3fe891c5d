"""The workflow that publishes the site: permissions, commands, and that it publishes the tested site."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
WORKFLOW = ROOT / ".github" / "workflows" / "pages.yml"

type Job = dict[str, Any]


@pytest.fixture(scope="module")
def jobs() -> dict[str, Job]:
    all_jobs: dict[str, Job] = yaml.safe_load(WORKFLOW.read_text("utf-8"))["jobs"]
    return all_jobs


def actions(job: Job) -> list[str]:
    """Return the actions of a job without their versions."""
    return [step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step]


def commands(job: Job) -> list[str]:
    return [step["run"] for step in job["steps"] if "run" in step]


def test_actionlint_accepts_workflow_and_finds_a_mistake(tmp_path: Path) -> None:
    invalid_workflow = tmp_path / "pages.yml"
    invalid_workflow.write_text(WORKFLOW.read_text("utf-8").replace("steps.pages.", "steps.page."), "utf-8")
    command = ["node", "tests/actionlint.mjs", str(WORKFLOW), str(invalid_workflow)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    errors = result.stdout.splitlines()
    assert any('property "page" is not defined' in each for each in errors)
    assert [each for each in errors if not each.startswith(f"{invalid_workflow}:")] == []


def test_workflow_actions_name_a_commit_and_a_version() -> None:
    references = re.findall(r"^\s*(?:- )?uses: (.*)$", WORKFLOW.read_text("utf-8"), re.MULTILINE)
    assert len(references) >= 4
    for action in references:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action


def test_jobs_have_only_the_permissions_they_need(jobs: dict[str, Job]) -> None:
    assert yaml.safe_load(WORKFLOW.read_text("utf-8"))["permissions"] == {}
    assert {name: job["permissions"] for name, job in jobs.items()} == {
        "address": {"pages": "read"},
        "test": {"contents": "read"},
        "publish": {"pages": "write", "id-token": "write"},
    }


def test_job_with_write_access_runs_no_fetched_code(jobs: dict[str, Job]) -> None:
    jobs_with_write_access = [job for job in jobs.values() if "write" in job["permissions"].values()]
    assert jobs_with_write_access
    for job in jobs_with_write_access:
        assert commands(job) == []
        assert actions(job) == ["actions/deploy-pages"]


def test_checkouts_do_not_persist_credentials(jobs: dict[str, Job]) -> None:
    steps = [step for job in jobs.values() for step in job["steps"]]
    checkouts = [step for step in steps if step.get("uses", "").startswith("actions/checkout@")]
    assert checkouts
    for step in checkouts:
        assert step["with"]["persist-credentials"] is False


def test_published_site_is_the_tested_one(jobs: dict[str, Job]) -> None:
    """The job that tested the site uploads it right afterwards; nothing builds it again."""
    test_job, publish_job = jobs["test"], jobs["publish"]
    assert publish_job["needs"] == "test"
    assert [name for name, job in jobs.items() if "actions/deploy-pages" in actions(job)] == ["publish"]
    tests, upload = test_job["steps"][-2:]
    assert tests["run"] == "./site_build.sh test --all-browsers --all-pages"
    assert upload["uses"].startswith("actions/upload-pages-artifact@")
    assert upload["with"] == {"path": "site"}
    assert test_job["env"]["CI"] == "true"  # so that a missing browser is a failure
    assert sum("site_build.sh" in command for job in jobs.values() for command in commands(job)) == 1
    for name, job in jobs.items():
        parts = [job, *job["steps"]]
        assert [key for key in ("if", "continue-on-error") if any(key in part for part in parts)] == [], name


def test_tested_site_has_the_published_address(jobs: dict[str, Job]) -> None:
    assert jobs["test"]["needs"] == "address"
    assert jobs["test"]["env"]["SITE_URL"] == "${{ needs.address.outputs.url }}"
    assert jobs["address"]["outputs"]["url"].endswith("base_url }}/")
